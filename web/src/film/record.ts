// A film of a round, recorded by the browser while it is drawn.
import { betName } from '../house/names';
import type { Step } from '../house/replay';
import { ReplayedTable } from '../house/replayed-table.svelte';
import { clothOf } from '../parts/felts';
import type { Replay } from '../wire/http';
import type { Line } from '../wire/socket';
import { cardPictures } from './cards';
import { FilmPainter, SIZE, type Cloth } from './draw';
import { webmType } from './support';
import { cardsIn, Film } from './scene';

const PER_SECOND = 30;
const BITS = 5_000_000;
const WAIT = 400;
const MOST_WAITS = 40;

export interface Recording {
  replay: Replay;
  steps: Step[];
  lines: Omit<Line, 'player'>[];
  /** Whose round it is, where that is said. */
  player: string;
  /** Told how much is done, from 0 to 1. */
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
  const table = new ReplayedTable(replay);
  const views = Array.from({ length: table.length + 1 }, (_, at) => table.viewAt(at));
  const film = new Film(views, steps, lines);
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const bets = (replay.you?.confirmed ?? []).map(({ bet, amount, box }) => ({
    name: betName(replay.view.game, bet),
    amount,
    box,
  }));
  const painter = new FilmPainter(
    canvas.getContext('2d')!,
    clothColours(replay),
    await cardPictures(cardsIn(views)),
    bets,
    player,
  );
  painter.draw(film.at(0));

  const recorder = new MediaRecorder(canvas.captureStream(PER_SECOND), {
    mimeType: webmType() ?? '',
    videoBitsPerSecond: BITS,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error('the browser could not record'));
  });
  recorder.start(500);
  await drawAll(film, painter, progress, signal);
  await encoded(recorder, parts);
  recorder.stop();
  await stopped;
  signal.throwIfAborted();
  return new Blob(parts, { type: 'video/webm' });
}

/** By timers: a page that is not looked at draws on, if more slowly. */
function drawAll(
  film: Film,
  painter: FilmPainter,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const seconds = (performance.now() - begun) / 1000;
      painter.draw(film.at(Math.min(seconds, film.seconds)));
      progress(Math.min(1, seconds / film.seconds));
      if (seconds < film.seconds && !signal.aborted) return;
      clearInterval(timer);
      resolve();
    }, 1000 / PER_SECOND);
  });
}

/** A slow machine is still at work on what was drawn, and would drop it: until nothing more comes. */
async function encoded(recorder: MediaRecorder, parts: Blob[]): Promise<void> {
  const size = () => parts.reduce((sum, part) => sum + part.size, 0);
  for (let tries = 0, quiet = 0, before = -1; tries < MOST_WAITS && quiet < 2; tries += 1) {
    recorder.requestData();
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    quiet = size() === before ? quiet + 1 : 0;
    before = size();
  }
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
