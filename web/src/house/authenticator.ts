// What an authenticator is told, taken apart for whoever has to type it.

/** The secret of an otpauth address in groups of four. */
export function typedSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
