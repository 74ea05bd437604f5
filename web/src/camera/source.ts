// Where a picture comes from: what every kind of stream does.
export interface Source {
  /** Seconds the picture is behind; null: not known yet. */
  delay: () => Promise<number | null>;
  close: () => void;
}

/** `lost` is called when no more picture comes. */
export type Open = (
  video: HTMLVideoElement,
  url: string,
  lost: () => void,
  signal: AbortSignal,
) => Promise<Source>;
