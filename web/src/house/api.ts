// The house over HTTP. The session is a cookie that no script can read.
import { Refusal } from './refusal';

/** `patience` is for who would rather ask again than wait. */
export async function call<T>(method: string, path: string, body?: unknown, patience?: number): Promise<T> {
  const response = await send(method, path, body, patience);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

export async function send(method: string, path: string, body?: unknown, patience?: number): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: patience ? AbortSignal.timeout(patience) : null,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('gone', 'the house cannot be reached');
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const refusal = (await response.json()) as Pick<Refusal, 'code' | 'message' | 'clause' | 'words'>;
    return new Refusal(refusal.code, refusal.message, refusal.clause, refusal.words);
  } catch {
    return new Refusal('broken', `the house answered ${response.status}`);
  }
}

export const get = <T>(path: string) => call<T>('GET', path);
export const post = <T>(path: string, body?: unknown) => call<T>('POST', path, body);
export const put = <T>(path: string, body?: unknown) => call<T>('PUT', path, body);
export const del = <T>(path: string) => call<T>('DELETE', path);
