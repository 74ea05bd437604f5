// The house over HTTP. The session is a cookie that no script can read.
import { Refusal } from './refusal';
import type { Signed } from './station';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Aborts the reads of a session that ends: answered after it, each would be an error. */
let reads = new AbortController();

/** Runs `leave` with all reads aborted, also those that begin meanwhile. */
export async function withoutReads(leave: () => Promise<unknown>): Promise<void> {
  reads.abort();
  try {
    await leave();
  } finally {
    reads = new AbortController();
  }
}

/** Signs a request, where this device is a station. */
export const signer: { sign: ((text: string) => Promise<Signed>) | null } = { sign: null };

/** `patience` is for who would rather ask again than wait. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  patience?: number,
): Promise<T> {
  return answerOf<T>(await send(method, path, body, patience));
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

export async function send(
  method: string,
  path: string,
  body?: unknown,
  patience?: number,
): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return fetched(
    path,
    { method, ...(text === undefined ? {} : { body: text, headers: JSON_HEADERS }) },
    patience,
  );
}

/** What is ruled counts as its station has signed it: method and path, a newline, and the body. */
export async function postSigned<T>(path: string, body: unknown): Promise<T> {
  const text = JSON.stringify(body);
  const signed = await signer.sign?.(`POST ${path}\n${text}`);
  const headers = signed
    ? {
        ...JSON_HEADERS,
        'Croupier-Station': signed.station,
        'Croupier-Signature': signed.signature,
      }
    : JSON_HEADERS;
  return answerOf<T>(await fetched(path, { method: 'POST', body: text, headers }));
}

async function fetched(path: string, request: RequestInit, patience?: number): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...request,
      credentials: 'same-origin',
      signal: AbortSignal.any([
        ...(request.method === 'GET' ? [reads.signal] : []),
        ...(patience ? [AbortSignal.timeout(patience)] : []),
      ]),
    });
  } catch {
    throw new Refusal('gone', 'the house cannot be reached');
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const refusal = (await response.json()) as Pick<
      Refusal,
      'code' | 'message' | 'clause' | 'words'
    >;
    return new Refusal(refusal.code, refusal.message, refusal.clause, refusal.words);
  } catch {
    return new Refusal('broken', `the house answered ${response.status}`);
  }
}

export const get = <T>(path: string) => call<T>('GET', path);
export const post = <T>(path: string, body?: unknown) => call<T>('POST', path, body);
export const put = <T>(path: string, body?: unknown) => call<T>('PUT', path, body);
export const del = <T>(path: string) => call<T>('DELETE', path);
