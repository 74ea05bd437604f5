// How far a picture is behind, from what a browser measures.
import { expect, it } from 'vitest';
import { hlsDelay, measuresOf, webrtcDelay } from '../src/camera/delay';

const NOW = 1_790_000_000_000;
const measures = { waited: 3, frames: 100, roundTrip: 0.08, takenMs: null };

it('reads the picture and the way that is used, and nothing else', () => {
  const report = [
    { type: 'inbound-rtp', kind: 'audio', jitterBufferDelay: 9, jitterBufferEmittedCount: 9 },
    {
      type: 'inbound-rtp',
      kind: 'video',
      jitterBufferDelay: 3,
      jitterBufferEmittedCount: 100,
      estimatedPlayoutTimestamp: NOW + 2_208_988_800_000,
    },
    { type: 'candidate-pair', nominated: false, currentRoundTripTime: 7 },
    { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.08 },
  ];
  expect(measuresOf(report)).toEqual({ ...measures, takenMs: NOW });
});

it('is half the way there and back, and the wait since the last look', () => {
  expect(webrtcDelay(measures, null, NOW)).toBeCloseTo(0.07);
  expect(webrtcDelay({ ...measures, waited: 13, frames: 120 }, measures, NOW)).toBeCloseTo(0.54);
});

it('is not known while nothing new was shown', () => {
  expect(webrtcDelay(measures, measures, NOW)).toBeNull();
  expect(hlsDelay(null, 0, NOW)).toBeNull();
});

it('believes the sender who says more, unless its clock is wrong', () => {
  expect(webrtcDelay({ ...measures, takenMs: NOW - 2_400 }, null, NOW)).toBeCloseTo(2.4);
  expect(webrtcDelay({ ...measures, takenMs: NOW + 60_000 }, null, NOW)).toBeCloseTo(0.07);
  expect(webrtcDelay({ ...measures, takenMs: NOW - 3_600_000 }, null, NOW)).toBeCloseTo(0.07);
});

it('goes by the date in the playlist, or by its end', () => {
  expect(hlsDelay(NOW - 2_400, 6, NOW)).toBeCloseTo(2.4);
  expect(hlsDelay(null, 6, NOW)).toBe(6);
  expect(hlsDelay(NOW + 60_000, 6, NOW)).toBe(6);
});
