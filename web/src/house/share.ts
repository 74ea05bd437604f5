// Links to rounds that were shared, and ways to pass them on.
export const linkOf = (token: string): string => `${location.origin}/shared/${token}`;

/** Whether the browser has a way of its own to pass a link on. */
export const canPassOn = (): boolean => typeof navigator.share === 'function';

/** Who puts the browser's list away again has not failed. */
export async function passOn(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
