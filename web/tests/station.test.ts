// This browser as a station, and what stations have signed: the house's own record, and one of an old
// browser, both made by the house's code.
import { describe, expect, it, vi } from 'vitest';
import { postSigned, signer } from '../src/house/api';
import { Connection } from '../src/house/connection';
import { unbase64 } from '../src/house/base64';
import { checkRecord } from '../src/house/proof';
import { deviceName, hasSigned, isSigned, stationId } from '../src/house/station';
import { checkStations, scannedOutcomes } from '../src/house/station-proof';
import type { FairRecord } from '../src/wire/http';
import made from './fixtures/signed-round.json';

const record = made.record as unknown as FairRecord;
const changed = (change: Partial<FairRecord>) => ({ ...record, ...change }) as FairRecord;

describe('a station', () => {
  it('has the id that the house gives it', async () => {
    expect(await stationId(made.account, 'ed25519', unbase64(made.public)!)).toBe(made.station);
    expect(await stationId('somebody-else', 'ed25519', unbase64(made.public)!)).not.toBe(
      made.station,
    );
  });

  it('is known by its browser and system', () => {
    expect(
      deviceName(
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140',
      ),
    ).toBe('Chrome, Windows');
    expect(
      deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    ).toBe('Firefox, Linux');
    expect(deviceName('?')).toBe('Browser, ?');
  });

  it('signs what is asked of a table, and nothing else', () => {
    expect(isSigned({ type: 'scan', table: 't' })).toBe(true);
    expect(isSigned({ type: 'rule', table: 't' })).toBe(true);
    expect(isSigned({ type: 'join', table: 't' })).toBe(false);
    expect(isSigned({ type: 'say', table: 't' })).toBe(false);
    expect(isSigned({ type: 'ping' })).toBe(false);
  });

  it('sends what it signs in the order in which it was asked', async () => {
    const sent: string[] = [];
    class Socket {
      static OPEN = 1;
      readyState = 1;
      onmessage: ((event: { data: string }) => void) | null = null;
      send(text: string) {
        sent.push(text);
      }
    }
    vi.stubGlobal('WebSocket', Socket);
    const listener = { status() {}, message() {}, caughtUp() {}, bye() {}, notFollowed() {} };
    const connection = new Connection(listener, async () => 'ticket', 'ws://house');
    await connection.open();
    let slow: ((signed: { station: string; signature: string }) => void) | null = null;
    connection.sign = (text) =>
      text.includes('"6D"')
        ? Promise.resolve({ station: 's', signature: 'second' })
        : new Promise((yes) => (slow = yes));
    void connection.ask({ type: 'scan', table: 't', round: 1, code: 'TS' }, 'one');
    void connection.ask({ type: 'scan', table: 't', round: 1, code: '6D' }, 'two');
    await Promise.resolve();
    expect(sent).toEqual([]);
    slow!({ station: 's', signature: 'first' });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    const [first, second] = sent.map((text) => JSON.parse(text) as Record<string, string>);
    expect(first).toEqual({
      type: 'signed',
      id: 'one',
      station: 's',
      signature: 'first',
      message: '{"type":"scan","table":"t","round":1,"code":"TS","id":"one"}',
    });
    expect(second!.id).toBe('two');
    vi.unstubAllGlobals();
  });
});

describe('a request', () => {
  it('is signed as it is sent, where this device is a station', async () => {
    const sent: { path: string; request: RequestInit }[] = [];
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      sent.push({ path, request });
      return new Response('{"number":7}');
    });
    const signed: string[] = [];
    expect(await postSigned('/api/voids', { table: 't', round: 3 })).toEqual({ number: 7 });
    signer.sign = async (text) => (signed.push(text), { station: 's', signature: 'x' });
    await postSigned('/api/voids', { table: 't', round: 3 });
    signer.sign = null;
    const [plain, withStation] = sent.map(({ request }) => new Headers(request.headers));
    expect(plain!.has('Croupier-Station')).toBe(false);
    expect([withStation!.get('Croupier-Station'), withStation!.get('Croupier-Signature')]).toEqual([
      's',
      'x',
    ]);
    expect(signed).toEqual([`POST /api/voids\n${String(sent[1]!.request.body)}`]);
    vi.unstubAllGlobals();
  });
});

describe('what stations have signed', () => {
  it('is checked from the record alone', async () => {
    expect(await checkStations(record)).toEqual({ signed: 'holds' });
    expect(await checkRecord(record)).toEqual([{ check: 'signed', verdict: 'holds' }]);
  });

  it('does not hold when a text, a signature or a card is another', async () => {
    const [first, ...rest] = record.signatures!;
    const wrong = [
      changed({ signatures: [{ ...first!, text: `${first!.text} ` }, ...rest] }),
      changed({ signatures: [{ ...first!, signature: rest[0]!.signature }, ...rest] }),
      changed({ signatures: [{ ...first!, public: made.p256.public }, ...rest] }),
      changed({ signatures: [{ ...first!, station: '0'.repeat(32) }, ...rest] }),
      changed({ round: 2 }),
      changed({ file: { ...record.file, cards: ['TS', '6D', '8H', 'TD', 'KC'] } }),
    ];
    for (const one of wrong) expect((await checkStations(one)).signed).toBe('wrong');
  });

  it('is nothing where nobody has signed', async () => {
    expect(await checkRecord(changed({ signatures: [] }))).toEqual([]);
  });

  it('is all of it, or is told to be less', async () => {
    const verdicts = async (change: Partial<FairRecord>) =>
      (await checkRecord(changed(change))).map(({ check, verdict }) => `${check} ${verdict}`);
    expect(await verdicts({ unsigned: [] })).toEqual(['signed holds', 'all-signed holds']);
    // Nothing is unsigned, they say, and a card has no signature.
    expect(await verdicts({ unsigned: [], signatures: record.signatures!.slice(0, -1) })).toEqual([
      'signed wrong',
      'all-signed holds',
    ]);
    expect(await verdicts({ unsigned: [], signatures: [] })).toEqual([
      'signed wrong',
      'all-signed holds',
    ]);
    // Nobody had a station then; and somebody had one, and did not use it.
    expect(await verdicts({ unsigned: [{ entry: 9, owed: false }], signatures: [] })).toEqual([
      'all-signed unsigned',
    ]);
    const partly = [
      { entry: 9, owed: false },
      { entry: 11, owed: true },
    ];
    expect(await verdicts({ unsigned: partly })).toEqual(['signed holds', 'all-signed wrong']);
  });

  it('may be a request, with its body after its path', async () => {
    const ruled = {
      ...record.signatures![0]!,
      text: `POST /api/proposals/7/signature\n{"table":"${record.table}","round":${record.round}}`,
    };
    expect(scannedOutcomes([ruled.text])).toEqual([]);
    // It is of this round, but nobody has signed that.
    expect(
      (await checkStations(changed({ signatures: [...record.signatures!, ruled] }))).signed,
    ).toBe('wrong');
  });

  it('may be signed by a browser that knows P-256 alone', async () => {
    const { station, public: key, signature, text } = made.p256;
    const good = () => hasSigned('ecdsa-p256', unbase64(key)!, station, unbase64(signature)!, text);
    expect(await good()).toBe(true);
    expect(
      await hasSigned('ecdsa-p256', unbase64(key)!, station, unbase64(signature)!, `${text} `),
    ).toBe(false);
    expect(await hasSigned('ed25519', unbase64(key)!, station, unbase64(signature)!, text)).toBe(
      false,
    );
  });

  it('reads codes as the house does', () => {
    const scans = [
      'TS',
      '10s',
      'card:10♠',
      'do:open-betting',
      'ah',
      'take-back',
      '36',
      'pocket:0',
      '37',
      'x',
    ];
    expect(scannedOutcomes(scans.map((code) => JSON.stringify({ type: 'scan', code })))).toEqual([
      'TS',
      'TS',
      'TS',
      '36',
      '0',
    ]);
    expect(
      scannedOutcomes(['{"type":"scan","code":"TS"}', '{"type":"take-back"}', 'no message']),
    ).toEqual([]);
  });
});
