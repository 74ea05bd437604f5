// Bytes and their texts.
export type Bytes = Uint8Array<ArrayBuffer>;

export const bytes = (text: string): Bytes => new TextEncoder().encode(text);
export const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const base64 = (data: Uint8Array): string => btoa(String.fromCharCode(...data));

/** Null: it is no base64. */
export function unbase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** SHA-256 over parts, one after another. */
export async function digest(...parts: Uint8Array[]): Promise<Bytes> {
  const whole = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}
