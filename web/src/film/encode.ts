/*! Contains mediabunny, MPL-2.0; its source: https://github.com/Vanilagy/mediabunny */
// Encodes a film frame by frame, independent of any clock: a slow machine takes longer and drops nothing.
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { FRAMES_PER_SECOND } from './support';

const MICROSECONDS = 1_000_000;
const KEY_FRAME_EVERY = 2 * FRAMES_PER_SECOND;
const MAX_QUEUED_FRAMES = 4;

export interface Encoding {
  canvas: HTMLCanvasElement;
  config: VideoEncoderConfig;
  seconds: number;
  /** Draws the canvas as it looks at that second of the film. */
  draw: (second: number) => void;
  /** Called with the part encoded so far, from 0 to 1. */
  progress: (part: number) => void;
  signal: AbortSignal;
}

interface Packet {
  chunk: EncodedVideoChunk;
  meta: EncodedVideoChunkMetadata | undefined;
}

export async function encodeWebm(encoding: Encoding): Promise<Blob> {
  const packets = await encodeFrames(encoding);
  const source = new EncodedVideoPacketSource(encoding.config.codec === 'vp8' ? 'vp8' : 'vp9');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  await output.start();
  for (const { chunk, meta } of packets)
    await source.add(EncodedPacket.fromEncodedChunk(chunk), meta);
  await output.finalize();
  return new Blob([target.buffer!], { type: 'video/webm' });
}

function encodeFrames(encoding: Encoding): Promise<Packet[]> {
  const packets: Packet[] = [];
  return new Promise((resolve, reject) => {
    const encoder = new VideoEncoder({
      output: (chunk, meta) => packets.push({ chunk, meta }),
      error: reject,
    });
    drawFrames(encoder, encoding)
      .then(() => resolve(packets), reject)
      .finally(() => encoder.state === 'closed' || encoder.close());
  });
}

async function drawFrames(
  encoder: VideoEncoder,
  { canvas, config, seconds, draw, progress, signal }: Encoding,
): Promise<void> {
  encoder.configure(config);
  const frames = Math.round(seconds * FRAMES_PER_SECOND);
  for (let at = 0; at < frames; at += 1) {
    signal.throwIfAborted();
    draw(at / FRAMES_PER_SECOND);
    const timestamp = timeOf(at);
    const frame = new VideoFrame(canvas, { timestamp, duration: timeOf(at + 1) - timestamp });
    encoder.encode(frame, { keyFrame: at % KEY_FRAME_EVERY === 0 });
    frame.close();
    // Waiting for the encoder also gives the page its turn.
    while (encoder.encodeQueueSize >= MAX_QUEUED_FRAMES) await dequeued(encoder);
    progress((at + 1) / frames);
  }
  await encoder.flush();
  signal.throwIfAborted();
}

const timeOf = (frame: number) => Math.round((frame * MICROSECONDS) / FRAMES_PER_SECOND);

const dequeued = (encoder: VideoEncoder) =>
  new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
