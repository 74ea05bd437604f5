// What this client knows, without a browser: the latest of every table, and what was said. It
// decides nothing; the server says what is allowed.
import type {
  ChatMessage,
  Deed,
  FloorMessage,
  HouseSays,
  Notice,
  Phrase,
  Purse,
  RealityCheck,
  StaffView,
  TableView,
  YouView,
} from '../wire/socket';

export interface Heard {
  table: string;
  text: string;
  /** The same, for every language. */
  words: Phrase | string;
  at: number;
}

export interface Done extends Deed {
  at_ms: number;
}

export interface HouseState {
  tables: Record<string, TableView>;
  /** When each table's view came, on this machine's clock: its countdown runs from there. */
  at: Record<string, number>;
  you: Record<string, YouView>;
  staff: Record<string, StaffView>;
  /** What was done at each table in the round that is on, as far as we were there. */
  deeds: Record<string, Done[]>;
  chat: Record<string, ChatMessage[]>;
  purse: Purse | null;
  floor: FloorMessage | null;
  notices: Notice[];
  realityCheck: RealityCheck | null;
  said: Heard[];
}

const KEPT_CHAT = 100;
const KEPT_SAID = 30;
const KEPT_DEEDS = 200;

export function emptyState(): HouseState {
  return {
    tables: {},
    at: {},
    you: {},
    staff: {},
    deeds: {},
    chat: {},
    purse: null,
    floor: null,
    notices: [],
    realityCheck: null,
    said: [],
  };
}

/** The state after a message; the one before is not touched. */
export function apply(state: HouseState, message: HouseSays, now: number): HouseState {
  switch (message.type) {
    case 'table': {
      const { view } = message;
      const said = message.said.map((text, at) => ({ table: view.table, text, words: message.words[at] ?? text, at: now }));
      const before = state.tables[view.table]?.round === view.round ? (state.deeds[view.table] ?? []) : [];
      const deeds = [...before, ...message.deeds.map((one) => ({ ...one, at_ms: message.at_ms }))].slice(-KEPT_DEEDS);
      return {
        ...state,
        tables: { ...state.tables, [view.table]: view },
        at: { ...state.at, [view.table]: now },
        deeds: { ...state.deeds, [view.table]: deeds },
        said: [...state.said, ...said].slice(-KEPT_SAID),
      };
    }
    case 'you':
      return { ...state, you: { ...state.you, [message.view.table]: message.view } };
    case 'staff':
      return { ...state, staff: { ...state.staff, [message.view.table]: message.view } };
    case 'purse':
      return { ...state, purse: message };
    case 'chat': {
      const before = state.chat[message.table] ?? [];
      if (before.some((one) => one.line === message.line)) return state;
      const lines = [...before, message].slice(-KEPT_CHAT);
      return { ...state, chat: { ...state.chat, [message.table]: lines } };
    }
    case 'floor':
      return { ...state, floor: message };
    case 'notice':
      return { ...state, notices: [...state.notices, message].slice(-KEPT_SAID) };
    case 'reality-check':
      return { ...state, realityCheck: message };
    default:
      return state;
  }
}

/** Milliseconds left on a table's clock, told from when its view came. */
export function timeLeft(state: HouseState, table: string, now: number): number | null {
  const clock = state.tables[table]?.clock;
  if (!clock) return null;
  return Math.max(0, clock.left_ms - (now - (state.at[table] ?? now)));
}
