// Bytes written in base64.
export const base64 = (data: Uint8Array): string => btoa(String.fromCharCode(...data));

/** Null: it is no base64. */
export function unbase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
