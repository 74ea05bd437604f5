// A picture over WebRTC, from a media server or from the house itself.
import { exchange } from './exchange';
import { measuresOf, webrtcDelay, type Measures } from './delay';
import type { Source } from './source';

export async function openWhep(
  video: HTMLVideoElement,
  url: string,
  lost: () => void,
  signal: AbortSignal,
): Promise<Source> {
  // No server of anybody else's is asked for an address of ours.
  const connection = new RTCPeerConnection({ iceServers: [] });
  const incoming = new MediaStream();
  let before: Measures | null = null;
  connection.addTransceiver('video', { direction: 'recvonly' });
  connection.addTransceiver('audio', { direction: 'recvonly' });
  connection.addEventListener('track', ({ track }) => {
    incoming.addTrack(track);
    video.srcObject = incoming;
  });
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed' || connection.connectionState === 'closed') lost();
  });
  const { end } = await exchange(connection, url, signal).catch((error: unknown) => {
    connection.close();
    throw error;
  });
  return {
    async delay() {
      const now = measuresOf(await connection.getStats());
      const seconds = webrtcDelay(now, before, Date.now());
      before = now;
      return seconds;
    },
    close() {
      video.srcObject = null;
      end();
    },
  };
}
