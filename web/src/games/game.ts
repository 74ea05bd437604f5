// What the client asks of a game, one member for each part in which games differ. `games/<family>/game.ts`
// names the members that a game has of its own; all others are the default (`default/parts.ts` lists them),
// which serves any game with cards at named places. Modules that a descriptor imports at once must not
// import the registry (`index.ts`); larger parts are fetched when they are first shown.
import type { Component } from 'svelte';
import type { FilmedGame } from '../film/scene';
import type { Betting } from '../house/betting.svelte';
import type { Pace, Play } from '../house/pace';
import type { SqueezeRules } from '../house/squeeze';
import type { BestPlay, Felt } from '../wire/http';
import type { Deal, StaffView, TableView } from '../wire/socket';

export type Say = (key: string, values?: Record<string, string | number>) => string;
type Fetched<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>;

/** The cloth of a table: its colour, unless the house has chosen one for the table, and its pattern. */
export interface Cloth {
  colour: Felt;
  pattern: string;
}

/** Keys of the words that differ with what decides a round. */
export interface GameWords {
  /** The sealed outcomes in use. */
  sealed: string;
  /** The button of a player who is alone at the table and begins the round. */
  beginRound: string;
  /** Outcomes staged at a table of the test lab, and how they are written. */
  staged: string;
  stagedHow: string;
  stagedExample: string;
}

/** Selectors of the places at which a newcomer is helped; the first that is on the page counts. */
export interface HintPlaces {
  seat: string[];
  /** Where the first chip goes, for a player with these seats; none: no hint is shown. */
  chip: (seats: readonly number[]) => string[];
}

export interface GameBets {
  /** The bet that opens a box. */
  box: string | null;
  /** Bets that count as soon as they are placed, and are no part of a draft. */
  placedAtOnce: readonly string[];
  /** What is said of a bet where it is explained; keys of words. */
  notes: Record<string, string>;
  /** Bets that take part in no chat, and what is said in its place. */
  noChat: Record<string, string>;
  /** What is said beside what the house keeps of a bet. */
  edgeNotes: Record<string, string>;
  /** Whether a player decides something after this bet, so that it can be played well or badly. */
  isPlayed(bet: string): boolean;
}

export interface Game<P extends Play = Play> {
  /** Position in the lobby. */
  order: number;

  // At the table ------------------------------------------------------------------------------------
  felt: Fetched<{ betting: Betting }>;
  /** The board of the last results, in place of a list. */
  board: Fetched<{ view: TableView }> | null;
  /** By id of the game. */
  cloths: Record<string, Cloth>;
  words: GameWords;
  bets: GameBets;
  hints: HintPlaces;
  /** The colour of a result, by its name. */
  tones: Record<string, string>;

  // In the lobby ------------------------------------------------------------------------------------
  /** What is on the felt, as part of an SVG of 320 by 96; it may differ by id of the game. */
  Picture: Component<{ game: string }> | Component;

  // What is dealt -----------------------------------------------------------------------------------
  /** Whether cards come from a shoe: they are counted, heard, and can be reshuffled. */
  shoe: boolean;
  /** The cards of each hand. */
  cards(play: P): string[][];
  /** How many cards are dealt, or other outcomes; a card face down counts half. */
  dealt(play: P): number;
  /** How long a card or another outcome takes, unhurried. */
  pace: Pace;
  /** The felt reports when what is on its way has landed; else it lands when its time is over. */
  landsOnFelt: boolean;
  squeeze: SqueezeRules<P> | null;
  /** What a listener is told of the difference between two views of a round. */
  narrate(before: P | null, after: P, t: Say): string[];

  // Rounds that are over ----------------------------------------------------------------------------
  film: () => Promise<{ default: FilmedGame }>;
  /** How the game is best played, where the answer says something of it. */
  bestPlay(answer: BestPlay): Fetched<{ answer: BestPlay }> | null;
  /** An outcome that is no card, in words. */
  outcomeText(outcome: number, t: Say): string;

  // For the staff -----------------------------------------------------------------------------------
  dealerFelt: Fetched<{ view: TableView; staff: StaffView | undefined }>;
  /** The outcome in a scanned code that is no card; `kind` is what stands before its colon. */
  readCode(kind: string, code: string): number | null;
  /** How such an outcome is shown once it is scanned. */
  lastScan: Fetched<{ view: TableView; outcome: number }>;
  /** Places of cards that have a word of their own; others are called by their id. */
  places: readonly string[];
  /** The deals of which the pit may say in which a dealing error happened. */
  deals: readonly Deal[];
}

/** What a game has of its own. */
export type OwnParts<P extends Play> = Partial<Omit<Game<P>, 'order' | 'bets'>> & {
  order: number;
  bets?: Partial<GameBets>;
};
