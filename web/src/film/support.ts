// Whether this browser can encode a film, and how.
export const SIZE = { width: 1280, height: 720 };
export const FRAMES_PER_SECOND = 30;
const FORMAT = { ...SIZE, framerate: FRAMES_PER_SECOND, bitrate: 5_000_000 };
/** VP8 first: it encodes faster. VP9 is profile 0, level 3.1 (720p at 30 frames a second), 8 bits. */
const CODECS = ['vp8', 'vp09.00.31.08'];

/** The first encoder configuration that this browser supports, or null. */
export async function encoderConfig(): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of CODECS) {
    const config = { codec, ...FORMAT };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
  }
  return null;
}
