// After a cut: tried again soon, at once where there may be a way, and told as one cut.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Status } from '../src/house/connection';

class Socket {
  static OPEN = 1;
  static made: Socket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Socket.made.push(this);
  }
  send(): void {}
  close(): void {
    this.onclose?.();
  }
  welcome(): void {
    this.onmessage?.({ data: JSON.stringify({ type: 'welcome', resumed: true, feed: 'f', n: 1 }) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connection() {
  const seen: Status[] = [];
  const listener = { status: (one: Status) => void seen.push(one), message: () => {}, caughtUp: () => {}, bye: () => {} };
  return { seen, one: new Connection(listener, 'ws://house/socket', async () => 'ticket') };
}

const soon = () => vi.advanceTimersByTimeAsync(0);

describe('after a cut', () => {
  it('nobody waits much longer than three seconds, however often it failed', async () => {
    const { one } = connection();
    await one.open();
    for (let tries = 1; tries <= 8; tries++) {
      Socket.made.at(-1)!.close();
      await vi.advanceTimersByTimeAsync(3001);
      expect(Socket.made).toHaveLength(tries + 1);
    }
  });

  it('it is tried at once where there may be a way, and only then', async () => {
    const { one } = connection();
    await one.open();
    one.hurry();
    await soon();
    expect(Socket.made).toHaveLength(1);
    Socket.made.at(-1)!.close();
    one.hurry();
    await soon();
    expect(Socket.made).toHaveLength(2);
    Socket.made.at(-1)!.welcome();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Socket.made).toHaveLength(2);
  });

  it('whoever has left does not come back', async () => {
    const { one, seen } = connection();
    await one.open();
    Socket.made.at(-1)!.close();
    one.close();
    one.hurry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Socket.made).toHaveLength(1);
    expect(seen.at(-1)).toBe('closed');
  });
});
