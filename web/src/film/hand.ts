// A hand as a film draws it.
export const SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
export const GOLD = '#e9cf93';

export interface FilmedHand {
  label: string;
  cards: string[];
  before: string[];
  badge: string;
  /** The middle of its upper edge. */
  x: number;
  y: number;
  height: number;
  /** As wide as it may be. */
  room: number;
  lit: boolean;
  chips: number;
  note: string;
}

export const plainHand = (
  hand: Pick<FilmedHand, 'label' | 'cards' | 'before' | 'x' | 'y' | 'height' | 'room'>,
): FilmedHand => ({ badge: '', lit: false, chips: 0, note: '', ...hand });
