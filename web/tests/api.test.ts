// Reads that a session's end aborts.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, post, withoutReads } from '../src/house/api';

/** Requests that no server answers: each ends when it is aborted, or when the test answers it. */
function unanswered() {
  const answers = new Map<string, () => void>();
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const abort = () => reject(new DOMException('', 'AbortError'));
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort);
        answers.set(path, () => resolve(new Response('"answered"')));
      }),
  );
  return (path: string) => {
    const answer = answers.get(path);
    if (!answer) throw new Error(`${path} was not requested`);
    answer();
  };
}

describe('logging out', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('aborts reads under way and those that begin meanwhile, never a write', async () => {
    const answer = unanswered();
    const read = get('/api/me/purse');
    const write = post('/api/me/chips');
    const leaving = withoutReads(async () => {
      await expect(get('/api/me/chips')).rejects.toMatchObject({ code: 'gone' });
      await post('/api/logout');
    });
    await expect(read).rejects.toMatchObject({ code: 'gone' });
    answer('/api/me/chips');
    expect(await write).toBe('answered');
    await vi.waitFor(() => answer('/api/logout'));
    await leaving;
    const next = get('/api/me');
    answer('/api/me');
    expect(await next).toBe('answered');
  });
});
