// Hashes of parts, as the house makes them: each after its length, so that no two lists read the same.

export const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
export const hex = (data: Uint8Array): string =>
  [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of measured parts. */
export const hash = (...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  sha256(measured(...parts));

export async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

export function unhex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

/** Each part after its length in eight bytes. */
export function measured(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joined(parts.flatMap((part) => [lengthOf(part), part]));
}

function lengthOf(part: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(part.length));
  return new Uint8Array(length.buffer);
}

export function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
