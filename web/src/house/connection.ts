// The socket: hello with a ticket, questions and their answers, and coming back after a cut with
// the numbers of the last messages, so that the house sends what was missed, or the latest.
import type { Bye, ClientSays, HouseSays, Mark, Reply, Welcome } from '../wire/socket';
import { Refusal } from './refusal';
import { isSigned, type Signed } from './station';

type Desk = 'watch-floor' | 'watch-cage';
export type Status = 'closed' | 'connecting' | 'open' | 'lost';

/** A question without its id: that is made here. */
export type Question = ClientSays extends infer One
  ? One extends { id: string }
    ? Omit<One, 'id'>
    : never
  : never;

export interface Listener {
  status(status: Status): void;
  message(message: HouseSays): void;
  /** All that was missed has come. */
  caughtUp(): void;
  bye(bye: Bye): void;
  /** A table that was asked for before the house had said welcome cannot be followed. */
  notFollowed(table: string): void;
}

const FIRST_WAIT = 500;
/** With what chance adds to it, about three seconds. */
const LONGEST_WAIT = 2000;
/** A line may be dead and nobody says so: after such a silence the house is asked whether it is there. */
const QUIET = 15_000;
/** What it may take to answer that. */
export const PATIENCE = 10_000;
/** While this player is asked something a dead line costs the decision: both are short then. */
const QUIET_WHILE_ASKED = 2000;
const PATIENCE_WHILE_ASKED = 2500;
const MOVED = 'moved';
const FINAL = new Set([
  'logged-out',
  'blocked',
  'excluded',
  'on-break',
  'not-known',
  'not-allowed',
]);

export class Connection {
  private socket: WebSocket | null = null;
  private answers = new Map<string, { yes(reply: Reply): void; no(error: Refusal): void }>();
  private marks = new Map<string, Mark>();
  private own: Mark | null = null;
  private following = new Set<string>();
  /** Desks of the staff that are looked at. */
  private desks = new Set<Desk>();
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;
  private ready = false;
  private asked = false;
  /** Signs what is asked of tables, where this device is a station. */
  sign: ((text: string) => Promise<Signed>) | null = null;
  /** What is signed is sent in the order in which it was asked. */
  private signing: Promise<void> = Promise.resolve();

  constructor(
    private readonly listener: Listener,
    private readonly ticket: () => Promise<string>,
    private readonly address = socketAddress(),
  ) {}

  async open(): Promise<void> {
    this.wanted = true;
    this.listener.status('connecting');
    try {
      const ticket = await this.ticket();
      if (this.wanted) this.dial(ticket);
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'gone' && !temporary(error.code)) {
        this.wanted = false;
        this.listener.status('closed');
        throw error;
      }
      this.later();
    }
  }

  close(): void {
    this.wanted = false;
    this.stopWaiting();
    clearTimeout(this.silence);
    this.socket?.close();
    this.socket = null;
    this.ready = false;
    this.marks.clear();
    this.own = null;
    this.following.clear();
    this.desks.clear();
    this.listener.status('closed');
  }

  /** There may be a way again, or none any more: whoever waits to try it waits no longer, and whoever
      believes to have one makes sure. */
  hurry(): void {
    if (this.ready) this.makeSure();
    if (this.timer === undefined || !this.wanted) return;
    this.wait = FIRST_WAIT;
    this.again();
  }

  /** Whether this player is asked something: then a line that has died is found out soon. */
  watchClosely(asked: boolean): void {
    if (this.asked === asked) return;
    this.asked = asked;
    if (this.ready) this.listen();
  }

  /** Send, and wait for the answer; a refusal is thrown. */
  ask(question: Question, id = newId()): Promise<unknown> {
    return new Promise((yes, no) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        no(new Refusal('gone', 'the connection is lost'));
        return;
      }
      this.answers.set(id, {
        yes: (reply) =>
          reply.ok
            ? yes(reply.data)
            : no(new Refusal(reply.code, reply.message, reply.clause, reply.words)),
        no,
      });
      const text = JSON.stringify({ ...question, id });
      if (this.sign && isSigned(question)) this.sendSigned(this.socket, this.sign, id, text);
      else this.socket.send(text);
    });
  }

  private sendSigned(
    socket: WebSocket,
    sign: (text: string) => Promise<Signed>,
    id: string,
    text: string,
  ): void {
    this.signing = this.signing
      .then(async () => {
        const signed = await sign(text).catch(() => null);
        socket.send(
          signed ? JSON.stringify({ type: 'signed', id, ...signed, message: text }) : text,
        );
      })
      .catch(() => {}); // the line is cut: whoever asked is told so
  }

  async follow(table: string): Promise<void> {
    this.following.add(table);
    // Before the house has said welcome it is only noted; it is asked for then.
    if (!this.ready) return;
    await this.ask({ type: 'join', table, mark: this.marks.get(table) ?? null });
  }

  async unfollow(table: string): Promise<void> {
    this.following.delete(table);
    this.marks.delete(table);
    if (this.ready) await this.ask({ type: 'part', table });
  }

  async watch(desk: Desk): Promise<void> {
    this.desks.add(desk);
    if (!this.ready) return;
    await this.ask({ type: desk });
  }

  private dial(ticket: string): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', ticket, you: this.own }));
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(String(event.data)) as HouseSays);
    };
    socket.onclose = () => this.gone(socket);
    this.expect(() => this.gone(socket), PATIENCE);
  }

  private gone(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.ready = false;
    clearTimeout(this.silence);
    socket.close();
    for (const answer of this.answers.values())
      answer.no(new Refusal('gone', 'the connection is lost'));
    this.answers.clear();
    if (this.wanted) this.later();
  }

  /** Until the next word comes, or this is done. */
  private expect(otherwise: () => void, ms: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(otherwise, ms);
  }

  private listen(): void {
    this.expect(() => this.makeSure(), this.asked ? QUIET_WHILE_ASKED : QUIET);
  }

  private makeSure(): void {
    const socket = this.socket!;
    void this.ask({ type: 'ping' }).catch(() => {});
    this.expect(() => this.gone(socket), this.asked ? PATIENCE_WHILE_ASKED : PATIENCE);
  }

  private later(): void {
    this.listener.status('lost');
    this.stopWaiting();
    // Not all at once, when a house comes back to a thousand clients.
    this.timer = setTimeout(() => this.again(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private again(): void {
    this.stopWaiting();
    void this.open().catch(() => {});
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private take(message: HouseSays): void {
    this.listen();
    switch (message.type) {
      case 'welcome':
        this.welcomed(message);
        break;
      case 'reply': {
        const answer = this.answers.get(message.re);
        this.answers.delete(message.re);
        answer?.yes(message);
        return;
      }
      case 'table':
        this.marks.set(message.view.table, { feed: message.feed, n: message.n });
        break;
      case 'you':
      case 'purse':
      case 'notice':
      case 'reality-check':
        this.own = { feed: message.feed, n: message.n };
        break;
      case 'bye':
        if (message.code === MOVED) {
          this.moved();
          return;
        }
        if (FINAL.has(message.code)) this.wanted = false;
        this.listener.bye(message);
        return;
    }
    this.listener.message(message);
  }

  /** This machine closes, and another has the tables: nobody has to notice. */
  private moved(): void {
    const socket = this.socket;
    this.socket = null;
    this.ready = false;
    clearTimeout(this.silence);
    socket?.close();
    for (const answer of this.answers.values())
      answer.no(new Refusal('gone', 'the connection is lost'));
    this.answers.clear();
    if (this.wanted) this.again();
  }

  private welcomed(welcome: Welcome): void {
    this.wait = FIRST_WAIT;
    this.ready = true;
    if (!welcome.resumed) this.own = { feed: welcome.feed, n: welcome.n };
    this.listener.status('open');
    const joined = [...this.following].map((table) =>
      this.follow(table).catch((error) => {
        if (error instanceof Refusal && error.code === 'unknown-table')
          this.listener.notFollowed(table);
      }),
    );
    void Promise.allSettled(joined).then(() => this.ready && this.listener.caughtUp());
    for (const desk of this.desks) void this.watch(desk).catch(() => {});
  }
}

function temporary(code: string): boolean {
  return ['too-often', 'busy', 'not-stored', 'unclear', 'closing', 'broken'].includes(code);
}

function socketAddress(): string {
  return location.origin.replace(/^http/, 'ws') + '/socket';
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
