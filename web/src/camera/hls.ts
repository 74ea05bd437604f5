// A picture in segments over HTTP: by hls.js, or by the browser where it plays them itself.
import { hlsDelay } from './delay';
import type { Source } from './source';

const PLAYLIST = 'application/vnd.apple.mpegurl';

export async function openHls(
  video: HTMLVideoElement,
  url: string,
  lost: () => void,
): Promise<Source> {
  const { default: Hls } = await import('hls.js/light');
  return Hls.isSupported()
    ? byScript(new Hls({ enableWorker: false, lowLatencyMode: true }), Hls, video, url, lost)
    : byBrowser(video, url, lost);
}

type Player = import('hls.js').default;

function byScript(
  player: Player,
  Hls: typeof import('hls.js').default,
  video: HTMLVideoElement,
  url: string,
  lost: () => void,
): Source {
  player.on(Hls.Events.ERROR, (_, error) => {
    if (error.fatal) lost();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return {
    delay: () =>
      Promise.resolve(hlsDelay(player.playingDate?.getTime() ?? null, player.latency, Date.now())),
    close: () => player.destroy(),
  };
}

function byBrowser(video: HTMLVideoElement, url: string, lost: () => void): Source {
  if (!video.canPlayType(PLAYLIST)) throw new Error('this browser plays no HLS');
  video.addEventListener('error', lost);
  video.src = url;
  return {
    delay() {
      const began = (video as { getStartDate?: () => Date }).getStartDate?.().getTime() ?? NaN;
      return Promise.resolve(
        hlsDelay(Number.isNaN(began) ? null : began + video.currentTime * 1000, 0, Date.now()),
      );
    },
    close() {
      video.removeEventListener('error', lost);
      video.removeAttribute('src');
      video.load();
    },
  };
}
