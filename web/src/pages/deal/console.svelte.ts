// A dealer's place at one table: what is scanned goes to the house in order, and what it answers is
// shown until the next thing happens.
import type { EventKind, Guide, StaffView, TableView } from '../../wire/socket';
import type { Question } from '../../house/connection';
import { house } from '../../house/house.svelte';
import { Refusal } from '../../house/refusal';
import { play } from '../../house/sounds';
import { refusalText, said } from '../../i18n/said';
import { t } from '../../i18n/words.svelte';
import { read, type Read } from './codes';
import { named, type Place } from './headline';
import { together } from '../pit/rulings';
import { question, remedy } from './confirmations';
import { OldShoe, type Expected } from './old-shoe.svelte';
import { mainAction, nextTask, PLAYER_CUT, shoeRecord, type MainAction } from './steps';

export interface Scan {
  read: Read;
  /** Where it went. */
  to: Place | null;
}

const SCAN_EVENTS: EventKind[] = ['card', 'pocket', 'take-back'];

export class Console {
  /** What was scanned here and is no part of a round: a command, or a card of the old shoe. */
  private ownScan = $state<Scan | null>(null);
  refusal = $state('');
  /** Goes up with every refusal, so that the same one twice is told twice. */
  refusals = $state(0);
  /** What to do about it: the missing step first, or the pit. */
  remedy = $state<'' | 'step' | 'pit'>('');
  /** What the one key was pressed for once. */
  private confirming = $state<string | null>(null);
  private marked = $state<string[]>([]);
  /** Where the recording of the cards' inspection is found. */
  video = $state('');
  private line: Promise<unknown> = Promise.resolve();

  readonly oldShoe: OldShoe;

  constructor(readonly table: string) {
    this.oldShoe = new OldShoe(table);
  }

  get view(): TableView | undefined {
    return house.state.tables[this.table];
  }

  get staff(): StaffView | undefined {
    return house.state.staff[this.table];
  }

  get guide(): Guide | null {
    return this.staff?.guide ?? null;
  }

  /** What is done of the checklist: what was ticked here, and the cut once the house knows of it. */
  get ticked(): string[] {
    return this.staff?.cut?.position ? [...this.marked, PLAYER_CUT] : this.marked;
  }

  /** The last scan of the round, whoever made it, unless somebody has taken it back. */
  get lastScan(): Scan | null {
    if (this.ownScan) return this.ownScan;
    const event = this.staff?.events.findLast(({ what }) => SCAN_EVENTS.includes(what));
    if (!event) return null;
    const { card, pocket, to, box, hand } = event;
    if (pocket !== null) return { read: { kind: 'outcome', outcome: pocket }, to: null };
    if (!card || !to) return null;
    return {
      read: { kind: 'card', card },
      to: named({ to, box, hand }, this.staff?.boxes ?? []),
    };
  }

  get action(): MainAction | null {
    return mainAction(this.guide);
  }

  /** How many cards of the old shoe are to be accounted for; null: no shoe is changed, or there was none. */
  get oldCards(): Expected | null {
    const { staff } = this;
    if (this.action !== 'shoe' || !staff || staff.cards_left === null) return null;
    return { left: staff.cards_left, burned: staff.burns_unseen };
  }

  /** What the one key does now, in words. */
  get label(): string {
    if (this.unsure && this.action === 'shoe') return this.oldShoeDoubt!;
    if (this.action !== 'shoe' && this.action !== 'inspect') {
      if (!this.unsure) return t(`dealer.do-${this.action}`);
      return t(this.action === 'confirm-result' ? 'dealer.unsureResult' : 'dealer.unsure');
    }
    const task = nextTask(this.guide?.checklist ?? [], this.ticked);
    if (this.action === 'inspect')
      return task ? t('dealer.tick', { task: said(task.words) }) : t('dealer.do-inspect');
    if (task?.name === PLAYER_CUT) return this.cutLabel;
    return task ? t('dealer.tick', { task: said(task.words) }) : t('dealer.shoeReady');
  }

  /** Whether the one key would do nothing: a player is asked where to cut. */
  get waits(): boolean {
    return (
      this.action === 'shoe' &&
      !!this.staff?.cut?.asked &&
      nextTask(this.guide?.checklist ?? [], this.ticked)?.name === PLAYER_CUT
    );
  }

  private get cutLabel(): string {
    const cut = this.staff?.cut;
    if (cut?.asked) return t('dealer.cutWaits', { player: cut.asked });
    return cut?.next ? t('dealer.cutAsk', { player: cut.next }) : t('dealer.cutYours');
  }

  /** Whether the one key was pressed, and would close an offer or a choice that somebody has not answered. */
  get unsure(): boolean {
    return this.confirming !== null && this.confirming === this.question;
  }

  private get question(): string | null {
    return this.oldShoeDoubt ?? question(this.guide);
  }

  /** Once the fresh shoe is ready, and the old one does not come out even. */
  private get oldShoeDoubt(): string | null {
    const expected = this.oldCards;
    if (!expected || nextTask(this.guide?.checklist ?? [], this.ticked)) return null;
    const off = this.oldShoe.off(expected);
    return off
      ? t(off < 0 ? 'remainder.sureMissing' : 'remainder.sureTooMany', { n: Math.abs(off) })
      : null;
  }

  /** Enter in the scanner's field; alone it confirms the result. */
  enter = (typed: string): void => {
    if (!typed) {
      if (this.action === 'confirm-result') void this.go();
      return;
    }
    const code = this.oldCards ? read(typed) : null;
    if (code?.kind === 'card') return this.findCard(code.card);
    this.calm();
    this.scan(typed);
  };

  /** One code after another: a scanner does not wait for answers. */
  private scan(code: string): void {
    this.line = this.line.then(async () => {
      if (!(await this.ask({ type: 'scan', table: this.table, round: this.round, code }))) return;
      const result = read(code);
      play(result?.kind === 'card' ? 'card' : 'tick');
      const shown = result?.kind === 'command' && result.command !== 'take-back';
      this.ownScan = shown ? { read: result, to: null } : null;
    });
  }

  /** A card of the old shoe. */
  findCard = (card: string): void => {
    const expected = this.oldCards;
    if (!expected) return;
    this.calm();
    if (this.oldShoe.add(card, expected)) {
      play('card');
      this.ownScan = { read: { kind: 'card', card }, to: null };
    } else {
      this.refuse(t('remainder.full'));
    }
  };

  /** Why the house refuses, it says itself. */
  takeBack = async () => {
    if (this.oldCards && this.oldShoe.begun) {
      this.calm();
      this.ownScan = null;
      return this.oldShoe.undo();
    }
    if (await this.ask({ type: 'take-back', table: this.table, round: this.round }))
      this.ownScan = null;
  };

  callPit = (text: string) => this.ask({ type: 'call-pit', table: this.table, text });

  withdrawCall = () => this.ask({ type: 'withdraw-call', table: this.table });

  inspect = async (shoe: boolean, rack: boolean, note = '') => {
    const done = await this.ask({
      type: 'inspect',
      table: this.table,
      inspection: { shoe, rack, note },
    });
    if (done) this.marked = [];
    return done;
  };

  passCut = () => this.ask({ type: 'decline-cut', table: this.table });

  placeCut = (position: number) => this.ask({ type: 'place-cut', table: this.table, position });

  burn = (count: number) => this.ask({ type: 'burn-cards', table: this.table, count });

  showBurned = (cards: string[]) => this.ask({ type: 'show-burned', table: this.table, cards });

  keepBurned = () => this.ask({ type: 'decline-burned', table: this.table });

  together = (cards: string[]) =>
    this.ask({
      type: 'rule',
      table: this.table,
      round: this.round,
      ruling: together(cards),
    });

  tick(name: string): void {
    if (name === PLAYER_CUT) return;
    this.marked = this.marked.includes(name)
      ? this.marked.filter((task) => task !== name)
      : [...this.marked, name];
  }

  /** The one key: go on with what the guide says. */
  go = async () => {
    const { action, guide, table, round } = this;
    if ((action === 'shoe' || action === 'inspect') && guide) {
      const task = nextTask(guide.checklist, this.ticked);
      if (task?.name === PLAYER_CUT) await this.offerCut();
      else if (task) this.tick(task.name);
      else if (action === 'inspect') await this.inspect(true, true);
      else if (this.oldShoeDoubt && !this.unsure) this.confirming = this.oldShoeDoubt;
      else await this.changeShoe(guide);
    } else if (question(guide) && !this.unsure) {
      this.confirming = question(guide);
    } else if (action === 'open-betting') {
      if (await this.ask({ type: 'open-betting', table })) this.ownScan = null;
    } else if (action === 'close-betting' || action === 'close-offers') {
      await this.ask({ type: action, table, round });
    } else if (action === 'confirm-result') {
      if (await this.ask({ type: action, table, round })) play('tick');
    }
  };

  private async offerCut(): Promise<void> {
    const cut = this.staff?.cut;
    if (cut?.next && !cut.asked) await this.ask({ type: 'offer-cut', table: this.table });
  }

  private async changeShoe(guide: Guide): Promise<void> {
    const record = shoeRecord(
      guide.checklist,
      this.ticked,
      this.video,
      this.oldCards ? this.oldShoe.record(this.oldCards) : {},
    );
    if (!(await this.ask({ type: 'change-shoe', table: this.table, record }))) return;
    this.marked = [];
    this.video = '';
    this.oldShoe.drop();
    this.ownScan = null;
    this.calm();
  }

  calm(): void {
    this.refusal = '';
    this.remedy = '';
    this.confirming = null;
  }

  private get round(): number {
    return this.view?.round ?? 0;
  }

  private async ask(question: Question): Promise<boolean> {
    try {
      await house.ask(question);
      this.refusal = this.remedy = '';
      return true;
    } catch (error) {
      const code = error instanceof Refusal ? error.code : '';
      const number = question.type === 'scan' && code === 'bad-scan' && /^\d+$/.test(question.code);
      this.refuse(number ? t('dealer.noPocket', { code: question.code }) : refusalText(error));
      this.remedy = remedy(question, code, this.action);
      return false;
    }
  }

  private refuse(why: string): void {
    this.refusal = why;
    this.refusals += 1;
    play('no');
  }
}
