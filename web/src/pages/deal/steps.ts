// From the house's guide to what the dealer's one key does, and to what is written down of a shoe.
import type { CardDue, Guide, ShoeRecord, GuideStep, Task } from '../../wire/socket';
import type { OldShoeRecord } from './old-shoe.svelte';

export type MainAction =
  'open-betting' | 'close-betting' | 'close-offers' | 'confirm-result' | 'shoe' | 'inspect';

/** The line of the checklist that is a player's to do. */
export const PLAYER_CUT = 'player-cut';

const ACTIONS: Partial<Record<GuideStep, MainAction>> = {
  'open-betting': 'open-betting',
  'close-betting': 'close-betting',
  'offers-open': 'close-offers',
  'confirm-result': 'confirm-result',
  'make-shoe': 'shoe',
  inspect: 'inspect',
};

/** What the dealer does here to go on, if it is not an outcome or somebody else's word. */
export function mainAction(guide: Guide | null): MainAction | null {
  if (!guide) return null;
  return ACTIONS[guide.step] ?? (guide.then ? (ACTIONS[guide.then] ?? null) : null);
}

/** Whether the table waits for the dealer (and not for a player or the pit). */
export function dealersTurn(guide: Guide): boolean {
  return !['wait-for-pit', 'wait-for-decision', 'betting', 'offers-open', 'choices-open'].includes(
    guide.step,
  );
}

/** The first line of the checklist that is not ticked. */
export function nextTask(tasks: Task[], ticked: string[]): Task | null {
  return tasks.find((task) => !ticked.includes(task.name)) ?? null;
}

/** The lines that an inspection and a shuffle consist of, as far as the document asks for them. */
const INSPECTION = ['spread', 'inspect', 'returned'];
const SHUFFLE = ['face-down', 'wash', 'shuffle', 'stack'];

/** What the dealer writes down once every line is ticked. The numbers are those of the checklist;
    `old` is what became of the shoe before. */
export function shoeRecord(
  tasks: Task[],
  ticked: string[],
  video = '',
  old: OldShoeRecord = {},
): ShoeRecord {
  const done = (name: string) => ticked.includes(name);
  const all = (names: string[]) =>
    tasks.filter(({ name }) => names.includes(name)).every(({ name }) => done(name));
  const number = (name: string) => tasks.find((task) => task.name === name)?.number ?? 0;
  return {
    decks: done('count') ? number('count') : 0,
    inspected: done('inspect') && all(INSPECTION),
    shuffled: done('shuffle') && all(SHUFFLE),
    cut: done('cut'),
    burned: done('burn') ? number('burn') : 0,
    video: video.trim(),
    steps: ticked,
    ...old,
  };
}

/** A card that nobody may see yet is not shown on the dealer's screen either. */
export function hidden(due: CardDue | null): boolean {
  return !!due && !due.face_up;
}
