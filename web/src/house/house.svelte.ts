// The one house this page talks to: what it has told, what of that is shown, and ways to ask.
import { gameOf } from '../games';
import type { Bye, HouseSays, Notice, Squeezer, TableView } from '../wire/socket';
import type { Me, SessionOpened, Ticket } from '../wire/http';
import { call, get, post, signer, withoutReads } from './api';
import { Connection, PATIENCE, type Question, type Status } from './connection';
import { RevealQueue, type OnTheWay } from './reveal';
import { may, type Permission } from './permissions';
import { preferences } from './preferences.svelte';
import { Refusal } from './refusal';
import type { Squeeze, SqueezedCard } from './squeeze';
import { Station } from './station';
import { emptyState, type HouseState } from './state';

class House {
  me = $state<Me | null>(null);
  /** Whether it is known who we are. */
  known = $state(false);
  status = $state<Status>('closed');
  /** From the cut until we are back: trying does not mend it. */
  lost = $state(false);
  bye = $state<Bye | null>(null);
  /** One that was looked for, and that the house does not have. */
  unknownTable = $state('');
  /** All that was told: for those who work here, and for a felt that has to know where to. */
  state = $state.raw<HouseState>(emptyState());
  /** What a player may see already: everything a player reads is read from here. */
  shown = $state.raw<HouseState>(emptyState());
  /** Whether something was told that is not shown yet: what is asked cannot be answered before. */
  behind = $state(false);
  /** What is coming over the felt: for the felt alone. */
  onTheWay = $state.raw<OnTheWay | null>(null);
  /** Cards that lie face down until this player turns them: for the felt alone. */
  squeeze = $state.raw<Squeeze | null>(null);
  /** The round for which the house was asked to wait until they are turned. */
  private squeezed: { table: string; round: number } | null = null;
  /** While missed news is coming in. */
  private catchingUp = true;
  private reveal = new RevealQueue(
    pageTimer(),
    () =>
      this.catchingUp || preferences.still || preferences.dealing === 'instant' || document.hidden,
    preferences.pace,
    () => this.look(),
    (view) => this.squeezes(view),
  );
  private connection = new Connection(
    {
      status: (status) => this.standing(status),
      caughtUp: () => (this.catchingUp = false),
      message: (message: HouseSays) => this.reveal.receive(message),
      bye: (bye) => (this.bye = bye),
      notFollowed: (table) => (this.unknownTable = table),
    },
    () => this.ticket(),
  );

  constructor() {
    document.addEventListener('visibilitychange', () =>
      document.hidden ? this.reveal.catchUp() : this.connection.hurry(),
    );
    addEventListener('online', () => this.connection.hurry());
  }

  /** Who are we? A session may be left from last time. */
  async arrive(): Promise<void> {
    try {
      this.me = await get<Me>('/api/me');
    } catch {
      this.me = null;
    }
    this.known = true;
    if (!this.me || this.me.must) return;
    await this.openStation(this.me.name);
    await this.connect();
  }

  /** Staff sign what they do at tables by the key of this device. */
  private async openStation(account: string): Promise<void> {
    const station = this.may('signed') ? await Station.open(account) : null;
    this.connection.sign = signer.sign = station && ((text) => station.sign(text));
  }

  /** Called so, or as the house likes. */
  async guest(name = ''): Promise<void> {
    await this.entered(
      await post<SessionOpened>(`/api/guests${name && `?name=${encodeURIComponent(name)}`}`),
    );
  }

  /** Who has no account may look at a table all the same. */
  async watch(): Promise<void> {
    if (!this.me && this.status === 'closed') await this.connect();
  }

  private async ticket(): Promise<string> {
    return (
      await call<Ticket>('POST', this.me ? '/api/tickets' : '/api/watching', undefined, PATIENCE)
    ).ticket;
  }

  async register(name: string, password: string): Promise<void> {
    await this.entered(await post<SessionOpened>('/api/accounts', { name, password }));
  }

  async login(name: string, password: string, code: string | null): Promise<void> {
    await this.entered(await post<SessionOpened>('/api/login', { name, password, code }));
  }

  /** Whether the house lets us; what it does not is not offered. */
  may = (permission: Permission): boolean => may(this.me?.role, permission);

  /** Whether we play here, rather than work. */
  get plays(): boolean {
    return this.may('GET /api/me/purse');
  }

  /** Whether a guest is about to log out, and is told what is lost. */
  leaving = $state(false);

  async leave(): Promise<void> {
    if (this.me?.role === 'guest') this.leaving = true;
    else await this.logout();
  }

  async logout(): Promise<void> {
    this.leaving = false;
    this.connection.close();
    await withoutReads(async () => {
      await post('/api/logout').catch(() => {});
      this.me = null;
    });
    this.reveal.change(emptyState);
  }

  /** After a change of password or authenticator the house may see us otherwise. */
  async entered(_: SessionOpened | null = null): Promise<void> {
    this.connection.close();
    this.reveal.change(emptyState);
    await this.arrive();
  }

  async connect(): Promise<void> {
    this.bye = null;
    try {
      await this.connection.open();
    } catch (error) {
      if (error instanceof Refusal)
        this.bye = { type: 'bye', code: error.code, message: error.message, words: error.words };
    }
  }

  ask = (question: Question): Promise<unknown> => this.connection.ask(question);
  follow = (table: string): Promise<void> => this.connection.follow(table);
  unfollow = (table: string): Promise<void> => this.connection.unfollow(table);
  watchClosely = (asked: boolean): void => this.connection.watchClosely(asked);
  watchFloor = (): Promise<void> => this.connection.watch('watch-floor');
  watchCage = (): Promise<void> => this.connection.watch('watch-cage');

  /** This table's felt is looked at, until the answer is called. */
  watchFelt = (table: string): (() => void) => this.reveal.watchFelt(table);
  /** What was on its way over the felt has landed, for everyone to see. */
  landed = (table: string, round: number): void => this.reveal.landed(table, round);

  /** One of the cards that lie face down, or all of them. */
  turn = (card: SqueezedCard | null = null): void => this.reveal.turn(card);

  private squeezes({ family, play }: TableView): Squeezer[] {
    if (!preferences.squeeze || !play) return [];
    const squeezers = gameOf(family).squeeze?.squeezers(play) ?? [];
    return squeezers.filter((squeezer) => squeezer.player === this.me?.name);
  }

  /** The house waits with the next round until they are turned; where it does not, they are turned by then. */
  private tellSqueeze(): void {
    const squeeze = this.squeeze;
    if (squeeze && this.squeezed?.round !== squeeze.round) {
      this.squeezed = { table: squeeze.table, round: squeeze.round };
      this.ask({ type: 'squeeze', ...this.squeezed }).catch(() => {});
    } else if (this.squeezed && !this.behind) {
      this.ask({ type: 'squeeze', ...this.squeezed, turned: true }).catch(() => {});
      this.squeezed = null;
    }
  }

  async acknowledge(): Promise<void> {
    await this.ask({ type: 'acknowledge' });
    this.reveal.change((state) => ({ ...state, realityCheck: null }));
  }

  /** What the house wants this player to notice, each of it once; what is about a table only where it is asked for. */
  takeNotices(tables: readonly string[]): Notice[] {
    const notices = this.shown.notices.filter(({ table }) => !table || tables.includes(table));
    if (notices.length)
      this.reveal.change((state) => ({
        ...state,
        notices: state.notices.filter((notice) => !notices.includes(notice)),
      }));
    return notices;
  }

  private standing(status: Status): void {
    this.status = status;
    if (status !== 'connecting') this.lost = status === 'lost';
    if (status === 'open') return;
    this.catchingUp = true;
    this.reveal.catchUp();
  }

  private look(): void {
    this.state = this.reveal.received;
    this.shown = this.reveal.shown;
    this.behind = this.reveal.behind;
    this.onTheWay = this.reveal.onTheWay;
    this.squeeze = this.reveal.squeeze;
    this.tellSqueeze();
  }
}

function pageTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    now: () => performance.now(),
    later: (run: () => void, ms: number) => (timer = setTimeout(run, ms)),
    stop: () => clearTimeout(timer),
  };
}

export const house = new House();
