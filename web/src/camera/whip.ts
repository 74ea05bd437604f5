// This device's camera, sent to the house.
import { exchange } from './exchange';

/** As large as a table needs: every viewer's picture is written anew by the house. */
const WANTED = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 20, max: 25 } };

export interface Sending {
  stream: MediaStream;
  close: () => void;
}

/** `lost` is called when it ends by itself. Without sound: nobody at the table has agreed to be heard. */
export async function sendCamera(url: string, lost: () => void): Promise<Sending> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { ...WANTED, facingMode: 'environment' },
  });
  const connection = new RTCPeerConnection({ iceServers: [] });
  const release = () => stream.getTracks().forEach((track) => track.stop());
  try {
    for (const track of stream.getVideoTracks()) {
      connection.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
      track.addEventListener('ended', lost);
    }
    const { end } = await exchange(connection, url, new AbortController().signal);
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed')
        lost();
    });
    return {
      stream,
      close() {
        release();
        end();
      },
    };
  } catch (error) {
    connection.close();
    release();
    throw error;
  }
}
