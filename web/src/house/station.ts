// This browser as a station: a key that never leaves it signs what is scanned, called and ruled. It is
// made once for each account, and lies in the browser's own store, where no script can read it out.
import { post } from './api';
import { base64 } from './base64';
import { bytes, hex, joined, sha256 } from './hashing';
import { Refusal } from './refusal';

type Bytes = Uint8Array<ArrayBuffer>;
export type Algorithm = 'ed25519' | 'ecdsa-p256';
/** As the house takes it. */
export interface Signed {
  station: string;
  signature: string;
}

interface Kept {
  algorithm: Algorithm;
  keys: CryptoKeyPair;
}

const ED25519 = { name: 'Ed25519' };
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const WITH: Record<Algorithm, AlgorithmIdentifier | EcdsaParams> = {
  ed25519: ED25519,
  'ecdsa-p256': { name: 'ECDSA', hash: 'SHA-256' },
};

/** Messages that name a table, and ask nothing of it that counts. */
const UNSIGNED = new Set([
  'join',
  'part',
  'say',
  'report-chat',
  'check-bets',
  'check-moves',
  'preview-ruling',
]);

export const isSigned = (question: object): boolean =>
  'table' in question && 'type' in question && !UNSIGNED.has(String(question.type));

export class Station {
  private constructor(
    readonly id: string,
    private readonly kept: Kept,
  ) {}

  /** Registered under this account; null where the browser has no keys, or the house takes none. */
  static async open(account: string): Promise<Station | null> {
    if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
    try {
      const kept = await read(account);
      try {
        return await Station.register(account, kept ?? (await keep(account, await make())));
      } catch (error) {
        // The pit has revoked the key that lies here: another one is another station.
        if (!kept || !(error instanceof Refusal) || error.code !== 'not-signed') throw error;
        return await Station.register(account, await keep(account, await make()));
      }
    } catch {
      return null;
    }
  }

  private static async register(account: string, kept: Kept): Promise<Station> {
    const key = new Uint8Array(await crypto.subtle.exportKey('raw', kept.keys.publicKey));
    const station = new Station(await stationId(account, kept.algorithm, key), kept);
    await post('/api/stations', {
      algorithm: kept.algorithm,
      public: base64(key),
      device: deviceName(navigator.userAgent),
      signature: await station.signature(`croupier/station-registered\n${station.id}\n`),
    });
    return station;
  }

  /** Under a message, exactly as it is sent. */
  async sign(text: string): Promise<Signed> {
    return {
      station: this.id,
      signature: await this.signature(`croupier/station-command\n${this.id}\n${text}`),
    };
  }

  private async signature(text: string): Promise<string> {
    const { algorithm, keys } = this.kept;
    return base64(
      new Uint8Array(await crypto.subtle.sign(WITH[algorithm], keys.privateKey, bytes(text))),
    );
  }
}

export async function stationId(
  account: string,
  algorithm: Algorithm,
  key: Bytes,
): Promise<string> {
  const text = bytes(`croupier/station\n${account}\n${algorithm}\n`);
  return hex(await sha256(joined([text, key]))).slice(0, 32);
}

/** Whether a station's key has signed a message. */
export async function hasSigned(
  algorithm: Algorithm,
  key: Bytes,
  station: string,
  signature: Bytes,
  text: string,
): Promise<boolean> {
  try {
    const by = await crypto.subtle.importKey(
      'raw',
      key,
      algorithm === 'ed25519' ? ED25519 : P256,
      false,
      ['verify'],
    );
    return await crypto.subtle.verify(
      WITH[algorithm],
      by,
      signature,
      bytes(`croupier/station-command\n${station}\n${text}`),
    );
  } catch {
    return false;
  }
}

/** What its holder may know it by: "Chrome, Windows". */
export function deviceName(agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)/.exec(agent)?.[1] ?? 'Browser';
  const system = /(Windows|Android|iPhone|iPad|CrOS|Mac OS|Linux)/.exec(agent)?.[1] ?? '?';
  return `${browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser}, ${system}`;
}

async function make(): Promise<Kept> {
  try {
    return {
      algorithm: 'ed25519',
      keys: (await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify'])) as CryptoKeyPair,
    };
  } catch {
    return {
      algorithm: 'ecdsa-p256',
      keys: await crypto.subtle.generateKey(P256, false, ['sign', 'verify']),
    };
  }
}

// The browser's store -------------------------------------------------------------------------

const DATABASE = 'croupier';
const STATIONS = 'stations';

const read = (account: string) =>
  stored<Kept | undefined>('readonly', (store) => store.get(account));

async function keep(account: string, kept: Kept): Promise<Kept> {
  await stored('readwrite', (store) => store.put(kept, account));
  return kept;
}

function stored<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((yes, no) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STATIONS);
    opening.onerror = () => no(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const asked = ask(database.transaction(STATIONS, mode).objectStore(STATIONS));
      asked.onsuccess = () => yes(asked.result as T);
      asked.onerror = () => no(asked.error);
      asked.transaction!.oncomplete = () => database.close();
    };
  });
}
