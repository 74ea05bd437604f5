// What this client knows, without a browser: the latest of every table, and what was said. It
// decides nothing; the server says what is allowed.
import type {
  CageMessage,
  ChatMessage,
  FloorMessage,
  HouseSays,
  Notice,
  Phrase,
  Purse,
  RealityCheck,
  StaffView,
  Line,
  Mark,
  TableView,
  YouView,
} from '../wire/socket';

export interface Announcement {
  table: string;
  round: number;
  text: string;
  /** The same, for every language. */
  words: Phrase | string;
  at: number;
}

/** What came of a round that a player had a part in. */
export interface Settled {
  round: number;
  lines: Line[];
}

export interface HouseState {
  tables: Record<string, TableView>;
  /** When each table's view came, on this machine's clock: its countdown runs from there. */
  at: Record<string, number>;
  /** The number of each table's latest message. */
  marks: Record<string, Mark>;
  you: Record<string, YouView>;
  /** The own lines of the last round, until the next one is dealt. */
  settled: Record<string, Settled>;
  staff: Record<string, StaffView>;
  chat: Record<string, ChatMessage[]>;
  purse: Purse | null;
  floor: FloorMessage | null;
  /** What waits at the cage: for the cashiers. */
  cage: CageMessage | null;
  notices: Notice[];
  realityCheck: RealityCheck | null;
  /** Where to complain of what others write; empty: nowhere. */
  support: string;
  /** What the dealers have called out, the latest last. */
  announcements: Announcement[];
}

const KEPT_CHAT = 100;
const KEPT_ANNOUNCEMENTS = 30;

export function emptyState(): HouseState {
  return {
    tables: {},
    at: {},
    marks: {},
    you: {},
    settled: {},
    staff: {},
    chat: {},
    purse: null,
    floor: null,
    cage: null,
    notices: [],
    realityCheck: null,
    support: '',
    announcements: [],
  };
}

/** The state after a message; the one before is not touched. */
export function apply(state: HouseState, message: HouseSays, now: number): HouseState {
  switch (message.type) {
    case 'welcome':
      return { ...state, support: message.support };
    case 'table': {
      const { view, feed, n } = message;
      const { table, round } = view;
      const sentences = message.said.map((text, at) => ({
        table,
        round,
        text,
        words: message.words[at] ?? text,
        at: now,
      }));
      // Whoever was away for long is told the latest only: what was said before that is old.
      const earlier = follows(state.marks[table], { feed, n })
        ? state.announcements
        : state.announcements.filter((sentence) => sentence.table !== table);
      return {
        ...state,
        tables: { ...state.tables, [view.table]: view },
        at: { ...state.at, [view.table]: now },
        marks: { ...state.marks, [table]: { feed, n } },
        settled: dealtAnew(view, state.settled[table])
          ? without(state.settled, table)
          : state.settled,
        announcements: [...earlier, ...sentences].slice(-KEPT_ANNOUNCEMENTS),
      };
    }
    case 'you': {
      const { table, round, lines } = message.view;
      const you = { ...state.you, [table]: message.view };
      if (lines.length)
        return { ...state, you, settled: { ...state.settled, [table]: { round, lines } } };
      // R31: the scan that had settled them was taken back.
      const reopened = state.settled[table]?.round === round;
      return reopened
        ? { ...state, you, settled: without(state.settled, table) }
        : { ...state, you };
    }
    case 'staff':
      return { ...state, staff: { ...state.staff, [message.view.table]: message.view } };
    case 'purse':
      return { ...state, purse: message };
    case 'chat': {
      const before = state.chat[message.table] ?? [];
      if (before.some((line) => line.line === message.line)) return state;
      const lines = [...before, message].slice(-KEPT_CHAT);
      return { ...state, chat: { ...state.chat, [message.table]: lines } };
    }
    case 'floor':
      return { ...state, floor: message };
    case 'cage':
      return { ...state, cage: message };
    case 'notice':
      return { ...state, notices: [...state.notices, message].slice(-KEPT_ANNOUNCEMENTS) };
    case 'reality-check':
      return { ...state, realityCheck: message };
    default:
      return state;
  }
}

/** Whether nothing was said in between; whoever comes back may be told the latest again. */
const follows = (last: Mark | undefined, next: Mark): boolean =>
  last?.feed === next.feed && (next.n === last.n || next.n === last.n + 1);

const dealtAnew = (view: TableView, settled: Settled | undefined): boolean =>
  !!settled && view.phase === 'playing' && view.round !== settled.round;

function without<One>(all: Record<string, One>, gone: string): Record<string, One> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== gone));
}

/** What a player won or lost in the round that is over, or, while bets are taken, in the one before;
    nothing while a round is on. */
export function lastNet(state: HouseState, table: string): { net: number; before: boolean } | null {
  const [view, settled] = [state.tables[table], state.settled[table]];
  if (!view || !settled) return null;
  const before = settled.round !== view.round;
  if (!before && !view.over) return null;
  return { net: settled.lines.reduce((sum, line) => sum + line.returned - line.stake, 0), before };
}

/** Milliseconds left on a table's clock, told from when its view came. */
export function timeLeft(state: HouseState, table: string, now: number): number | null {
  const clock = state.tables[table]?.clock;
  if (!clock) return null;
  return Math.max(0, clock.left_ms - (now - (state.at[table] ?? now)));
}
