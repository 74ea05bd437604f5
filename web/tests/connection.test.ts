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
  sent: { type: string; id: string }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.readyState = Socket.OPEN;
    this.says({ type: 'welcome', resumed: true, feed: 'f', n: 1 });
  }
  /** To what it was asked last. */
  answers(): void {
    this.says({ type: 'reply', re: this.sent.at(-1)!.id, ok: true });
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

function connected() {
  const seen: Status[] = [];
  const byes: string[] = [];
  const listener = {
    status: (status: Status) => void seen.push(status),
    message: () => {},
    caughtUp: () => {},
    notFollowed: () => {},
    bye: (bye: { code: string }) => void byes.push(bye.code),
  };
  return {
    seen,
    byes,
    connection: new Connection(listener, async () => 'ticket', 'ws://house/socket'),
  };
}

const soon = () => vi.advanceTimersByTimeAsync(0);

describe('after a cut', () => {
  it('nobody waits much longer than three seconds, however often it failed', async () => {
    const { connection } = connected();
    await connection.open();
    for (let tries = 1; tries <= 8; tries++) {
      Socket.made.at(-1)!.close();
      await vi.advanceTimersByTimeAsync(3001);
      expect(Socket.made).toHaveLength(tries + 1);
    }
  });

  it('it is tried at once where there may be a way, and only then', async () => {
    const { connection } = connected();
    await connection.open();
    connection.hurry();
    await soon();
    expect(Socket.made).toHaveLength(1);
    Socket.made.at(-1)!.close();
    connection.hurry();
    await soon();
    expect(Socket.made).toHaveLength(2);
    Socket.made.at(-1)!.welcome();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Socket.made).toHaveLength(2);
  });

  it('whoever has left does not come back', async () => {
    const { connection, seen } = connected();
    await connection.open();
    Socket.made.at(-1)!.close();
    connection.close();
    connection.hurry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Socket.made).toHaveLength(1);
    expect(seen.at(-1)).toBe('closed');
  });
});

describe('a line that has died without a word', () => {
  async function open() {
    const { connection, seen } = connected();
    await connection.open();
    const line = Socket.made[0]!;
    line.welcome();
    return { connection, seen, line };
  }
  const types = (line: Socket) => line.sent.map((message) => message.type);

  it('is found out after a silence, and there is another', async () => {
    const { connection, seen, line } = await open();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(types(line)).toEqual(['ping']);
    const question = connection.ask({ type: 'lobby' });
    const refused = expect(question).rejects.toThrow('the connection is lost');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(seen.at(-1)).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(seen.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Socket.made).toHaveLength(2);
    // What it says at last is not heard any more.
    line.says({ type: 'welcome', resumed: true, feed: 'f', n: 9 });
    expect(seen.at(-1)).toBe('connecting');
  });

  it('is not one on which the house answers, or says anything at all', async () => {
    const { line } = await open();
    await vi.advanceTimersByTimeAsync(15_000);
    line.answers();
    await vi.advanceTimersByTimeAsync(14_999);
    line.says({ type: 'purse', feed: 'f', n: 2 });
    await vi.advanceTimersByTimeAsync(14_999);
    expect(types(line)).toEqual(['ping']);
    expect(Socket.made).toHaveLength(1);
  });

  it('is asked for when the visitor is back', async () => {
    const { connection, line } = await open();
    connection.hurry();
    expect(types(line)).toEqual(['ping']);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(Socket.made).toHaveLength(2);
  });

  it('is found out within five seconds while this player is asked something', async () => {
    const { connection, seen, line } = await open();
    await vi.advanceTimersByTimeAsync(14_000);
    connection.watchClosely(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(types(line)).toEqual(['ping']);
    line.answers();
    await vi.advanceTimersByTimeAsync(4_499);
    expect(seen.at(-1)).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.at(-1)).toBe('lost');
  });

  it('is left in peace when the question is answered', async () => {
    const { connection, line } = await open();
    connection.watchClosely(true);
    connection.watchClosely(false);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(types(line)).toEqual([]);
  });

  it('may be one that has never come about', async () => {
    const { connection, seen } = connected();
    await connection.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Socket.made).toHaveLength(2);
  });

  it('is not waited for by who has left', async () => {
    const { connection, seen, line } = await open();
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(types(line)).toEqual([]);
    expect(seen.at(-1)).toBe('closed');
  });
});

describe('when the machine closes and another has the tables', () => {
  const bye = { type: 'bye', code: 'moved', message: 'come to another one' };

  it('the client goes there at once, and nobody is told of a cut', async () => {
    const { connection, seen, byes } = connected();
    await connection.open();
    Socket.made[0]!.welcome();
    Socket.made[0]!.says(bye);
    await soon();
    expect(Socket.made).toHaveLength(2);
    Socket.made[1]!.welcome();
    expect(seen).toEqual(['connecting', 'open', 'connecting', 'open']);
    expect(byes).toEqual([]);
    // The end of the first line is no cut of the second.
    Socket.made[0]!.onclose?.();
    await vi.advanceTimersByTimeAsync(5000);
    expect(Socket.made).toHaveLength(2);
  });

  it('what was asked of the first and not answered is told as lost', async () => {
    const { connection } = connected();
    await connection.open();
    Socket.made[0]!.welcome();
    const asked = connection.ask({ type: 'ping' });
    Socket.made[0]!.says(bye);
    await expect(asked).rejects.toMatchObject({ code: 'gone' });
  });

  it('a house that closes for good says so', async () => {
    const { connection, byes } = connected();
    await connection.open();
    Socket.made[0]!.welcome();
    Socket.made[0]!.says({ ...bye, code: 'closing' });
    await soon();
    expect(Socket.made).toHaveLength(1);
    expect(byes).toEqual(['closing']);
  });
});
