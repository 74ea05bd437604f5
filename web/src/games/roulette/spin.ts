// How the ball runs: on the track until it is too slow, down the bowl, over the deflectors, and from
// fret to fret into a pocket. The house has drawn the pocket already, and the run of the ball is not
// bent to it: until the ball touches the rotor, nothing tells how far that has been turned. So it
// is turned so that the pocket which the ball is going to fall into is the one that was drawn.
//
// Lengths are those of the drawing (the bowl has a radius of 100), angles radians clockwise from the
// top, times seconds.
import { ORDER } from './wheel';

const TURN = 2 * Math.PI;
const POCKET = TURN / ORDER.length;

/** Where things are, from the middle. */
export const TRACK = 89;
export const DEFLECTORS = { radius: 83.5, count: 8 };
const ROTOR_EDGE = 79;
const FRETS = { inner: 51, outer: 66, height: 4 };
export const REST = 58.5;

const STEP = 1 / 480;
/** Of the frames that are kept; the rest is between them. */
const KEEP = 4;
const FRAME = STEP * KEEP;
const LONGEST = 20;
/** So many runs are tried: the one for which the rotor is pushed the least is taken. */
const TRIES = 8;

/** The speed at which the slope is stronger than the ball's urge outwards. */
const LEAVES = 4.6;
const DRAG = 0.42;
const GRAVITY = 900;
const SLOPE = LEAVES * LEAVES * TRACK;
export const ROTOR_SPEED = 1.5;
/** Seconds from leaving the track to the pocket, more or less. */
const FALLING = 2.4;

export interface Ball {
  /** From the top of the bowl. */
  angle: number;
  radius: number;
  /** Above the wood. */
  height: number;
}

export interface Frame extends Ball {
  rotor: number;
}

export interface Knock {
  /** Seconds after the launch. */
  at: number;
  /** From 0 to 1. */
  strength: number;
}

export interface Spin {
  frames: Frame[];
  /** What is heard: deflectors and frets. */
  knocks: Knock[];
  /** Seconds until the ball rests in its pocket. */
  rests: number;
}

/** A spin whose rotor is not turned yet to where it has to be. */
interface Run extends Spin {
  /** The frame with which the ball is on the rotor. */
  touches: number;
}

/** Where ball and rotor are when the ball is let go, and how fast they go. */
export interface Start {
  ball: number;
  rotor: number;
  rotorSpeed: number;
}

/** The same numbers for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const wrap = (angle: number): number => ((angle % TURN) + TURN) % TURN;
/** The pocket, counted from zero in the order of the wheel, that lies at an angle. */
const indexAt = (angle: number, rotor: number): number =>
  Math.floor(wrap(angle - rotor + POCKET / 2) / POCKET);

/** A spin that ends in this pocket, and is about so many seconds long. */
export function spinTo(pocket: number, seconds: number, start: Start, seed: number): Spin {
  const random = chance(seed);
  // Falling and bouncing takes its time; the ball is launched as fast as the rest asks for.
  const onTrack = Math.max(0.1, seconds - FALLING);
  const speed = -LEAVES * Math.exp(DRAG * onTrack);
  const runs = Array.from({ length: TRIES }, () =>
    simulate(start.ball, speed * (0.97 + 0.06 * random()), random),
  );
  const pushes = runs.map((run) => Math.abs(missing(run, pocket, start)));
  const run = runs[pushes.indexOf(Math.min(...pushes))]!;
  turnRotor(run, missing(run, pocket, start), start);
  return run;
}

/** How much further than at its even speed the rotor has to turn before the ball touches it. */
function missing(run: Run, pocket: number, start: Start): number {
  const last = run.frames.at(-1)!;
  const pockets = indexAt(last.angle, last.rotor) - ORDER.indexOf(pocket);
  return wrap(pockets * POCKET - start.rotor + Math.PI) - Math.PI;
}

/** Push the rotor, from where it is, so that it is in time where it has to be. */
function turnRotor(run: Run, further: number, start: Start): void {
  const touched = run.frames[run.touches]!.rotor;
  const [from, to] = [start.rotor, start.rotor + touched + further];
  const time = run.touches * FRAME;
  for (const [index, frame] of run.frames.entries()) {
    if (index >= run.touches) frame.rotor += start.rotor + further;
    else {
      const t = index / run.touches;
      // A cubic that begins and ends at the speeds it has to.
      const eased = t * t * (3 - 2 * t);
      frame.rotor =
        from +
        (to - from) * eased +
        time * (start.rotorSpeed * t * (1 - t) ** 2 - ROTOR_SPEED * t * t * (1 - t));
    }
  }
}

/** One run of the ball over a rotor that turns evenly, from 0 on. */
function simulate(ball: number, launched: number, random: () => number): Run {
  const frames: Frame[] = [];
  const knocks: Knock[] = [];
  let [angle, speed] = [ball, launched];
  let rotor = 0;
  let touches = 0;
  let [radius, fall] = [TRACK, 0];
  let [height, rise] = [0, 0];
  const turning = ROTOR_SPEED;
  let quietSince = -1;
  let deflected = -1;

  for (let step = 0, now = 0; now < LONGEST; step += 1, now = step * STEP) {
    if (step % KEEP === 0) frames.push({ angle, radius, height, rotor });
    const before = angle - rotor;
    rotor += turning * STEP;

    if (radius > ROTOR_EDGE) {
      // On wood: it slows down, and where it is too slow it slides inwards, turning faster as it does.
      speed -= (DRAG * speed + (2 * fall * speed) / radius) * STEP;
      fall += (speed * speed * radius - SLOPE) * STEP;
      radius += fall * STEP;
      if (radius > TRACK) [radius, fall] = [TRACK, Math.min(0, -0.3 * fall)];
      const nearest = Math.round(angle / (TURN / DEFLECTORS.count));
      const beside = Math.abs(angle - nearest * (TURN / DEFLECTORS.count)) * radius;
      if (nearest !== deflected && beside < 5 && Math.abs(radius - DEFLECTORS.radius) < 2.5) {
        deflected = nearest;
        knocks.push({ at: now, strength: Math.min(1, Math.abs(speed) / 6) });
        speed *= 0.45 + 0.4 * random();
        fall = (random() - 0.6) * 70;
        rise = 40 + 40 * random();
      }
    } else {
      touches ||= frames.length;
      // On the rotor: gravity draws it to the foot of the pockets, the frets turn it round.
      const bottom = radius < REST ? 1 : -1;
      fall += (bottom * 700 - 7 * fall) * STEP;
      if (height > 0) fall -= bottom * 350 * STEP;
      radius += fall * STEP;
      if (radius > ROTOR_EDGE - 1 && fall > 0) fall *= -0.5;
      if (radius < FRETS.inner) [radius, fall] = [FRETS.inner, 0.5 * Math.abs(fall)];
      if (height <= 0) speed -= (speed - turning) * 1.1 * STEP;
    }

    angle += speed * STEP;
    rise -= GRAVITY * STEP;
    height += rise * STEP;
    if (height < 0) [height, rise] = [0, rise < -30 ? -0.45 * rise : 0];

    if (radius < FRETS.outer) {
      const after = angle - rotor;
      const fret = Math.floor(before / POCKET + 0.5) !== Math.floor(after / POCKET + 0.5);
      if (fret && height < FRETS.height) {
        const against = speed - turning;
        const strength = Math.min(1, Math.abs(against) / 5);
        if (strength > 0.05) knocks.push({ at: now, strength });
        // A hard knock throws it up, over this fret and perhaps the next; a soft one turns it back.
        const over = Math.abs(against) > 1.2 && random() < 0.85;
        speed = turning + against * (over ? 0.6 + 0.28 * random() : -0.35 - 0.2 * random());
        if (!over) angle = before + rotor;
        rise = Math.abs(against) * (18 + 16 * random());
        fall += (random() - 0.35) * 14 * Math.abs(against);
      }
    }

    const quiet =
      radius < FRETS.outer &&
      height <= 0 &&
      Math.abs(speed - turning) < 0.5 &&
      Math.abs(radius - REST) < 3;
    if (!quiet) quietSince = -1;
    else if (quietSince < 0) quietSince = now;
    if (quiet && now - quietSince > 0.12) break;
  }
  return settle({ frames, knocks, touches, rests: 0 });
}

/** The last moment: the ball rolls to the middle of its pocket, and rests. */
function settle(run: Run): Run {
  const from = run.frames.at(-1)!;
  const offset = (wrap(from.angle - from.rotor + POCKET / 2) % POCKET) - POCKET / 2;
  const middle = from.angle - from.rotor - offset;
  const frames = Math.round(0.25 / FRAME);
  for (let frame = 1; frame <= frames; frame += 1) {
    const left = (1 - frame / frames) ** 2;
    const rotor = from.rotor + ROTOR_SPEED * frame * FRAME;
    run.frames.push({
      angle: rotor + middle + offset * left,
      radius: REST + (from.radius - REST) * left,
      height: 0,
      rotor,
    });
  }
  return { ...run, rests: (run.frames.length - 1) * FRAME };
}

/** Where everything is so many seconds after the launch. */
export function frameAt(spin: Spin, seconds: number): Frame {
  const place = Math.min(Math.max(0, seconds / FRAME), spin.frames.length - 1);
  const [a, b] = [spin.frames[Math.floor(place)]!, spin.frames[Math.ceil(place)]!];
  const between = (from: number, to: number) => from + (to - from) * (place % 1);
  return {
    angle: between(a.angle, b.angle),
    radius: between(a.radius, b.radius),
    height: between(a.height, b.height),
    rotor: between(a.rotor, b.rotor),
  };
}
