// A film of a round, drawn and encoded by the browser.
import { gameOf } from '../games';
import { betName } from '../house/names';
import type { Step } from '../house/replay';
import { ReplayedTable } from '../house/replayed-table.svelte';
import { clothOf } from '../parts/felts';
import type { Replay } from '../wire/http';
import type { Line } from '../wire/socket';
import { cardPictures } from './cards';
import { FilmPainter, type Cloth } from './draw';
import { encodeWebm } from './encode';
import { cardsIn, Film } from './scene';
import { encoderConfig, SIZE } from './support';

export interface Recording {
  replay: Replay;
  steps: Step[];
  lines: Omit<Line, 'player'>[];
  /** Whose round it is, where that is said. */
  player: string;
  /** Called with the part that is done, from 0 to 1. */
  progress: (part: number) => void;
  signal: AbortSignal;
}

export async function recordFilm({
  replay,
  steps,
  lines,
  player,
  progress,
  signal,
}: Recording): Promise<Blob> {
  const config = await encoderConfig();
  if (!config) throw new Error('the browser encodes no video');
  const table = new ReplayedTable(replay);
  const views = Array.from({ length: table.length + 1 }, (_, at) => table.viewAt(at));
  const { default: game } = await gameOf(replay.view.family).film();
  const film = new Film(views, steps, lines, game.stepSeconds);
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const bets = (replay.you?.confirmed ?? []).map(({ bet, amount, box }) => ({
    name: betName(replay.view.game, bet),
    amount,
    box,
  }));
  const painter = new FilmPainter(
    game,
    canvas.getContext('2d')!,
    clothColours(replay),
    await cardPictures(cardsIn(views)),
    bets,
    player,
  );
  return encodeWebm({
    canvas,
    config,
    seconds: film.seconds,
    draw: (second) => painter.draw(film.at(second)),
    progress,
    signal,
  });
}

function clothColours({ view }: Replay): Cloth {
  const sample = document.createElement('div');
  sample.className = clothOf(view);
  sample.hidden = true;
  document.body.append(sample);
  const style = getComputedStyle(sample);
  const cloth = {
    felt: style.getPropertyValue('--felt'),
    deep: style.getPropertyValue('--felt-deep'),
    line: style.getPropertyValue('--felt-line'),
  };
  sample.remove();
  return cloth;
}
