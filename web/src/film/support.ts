// Whether this browser can record a film, and as what. The quicker kind first: it is recorded live.
const TYPES = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'];

export const webmType = (): string | null =>
  typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)
    ? null
    : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null);
