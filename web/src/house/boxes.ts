// The boxes of a round, in a game that has them.
import type { BoxView, TableView } from '../wire/socket';

export const boxesOf = (play: TableView['play'] | undefined): BoxView[] =>
  play && 'boxes' in play ? play.boxes : [];
