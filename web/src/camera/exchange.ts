// The part that WHEP and WHIP share (draft-ietf-wish-whep, RFC 9725): an offer is posted as SDP, answered
// with 201, the answer and the address of what was made, and that is deleted at the end.
import { Refusal } from '../house/refusal';

const SDP = 'application/sdp';
const GATHERING_MS = 2_000;

export interface Exchange {
  end: () => void;
}

/** Neither end sends candidates later: all that are found in time stand in the offer. */
export async function exchange(
  connection: RTCPeerConnection,
  url: string,
  signal: AbortSignal,
): Promise<Exchange> {
  await connection.setLocalDescription(await connection.createOffer());
  await gathered(connection);
  signal.throwIfAborted();
  const body = connection.localDescription?.sdp ?? '';
  const response = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': SDP } });
  if (!response.ok) throw await refusalOf(response);
  const location = response.headers.get('Location');
  // Relative to the address that was asked, which may itself have been redirected.
  const resource = location ? new URL(location, response.url) : null;
  const end = () => {
    connection.close();
    if (resource) void fetch(resource, { method: 'DELETE', keepalive: true }).catch(() => {});
  };
  try {
    signal.throwIfAborted();
    await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() });
  } catch (error) {
    end();
    throw error;
  }
  return { end };
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((done) => {
    const look = () => connection.iceGatheringState === 'complete' && done();
    connection.addEventListener('icegatheringstatechange', look);
    setTimeout(done, GATHERING_MS);
    look();
  });
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const refusal = (await response.json()) as Pick<
      Refusal,
      'code' | 'message' | 'clause' | 'words'
    >;
    return new Refusal(refusal.code, refusal.message, refusal.clause, refusal.words);
  } catch {
    return new Refusal('no-picture', `the camera's server answered ${response.status}`);
  }
}
