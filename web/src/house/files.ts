// Files handed to the visitor. They are asked for by us, so that a refusal is told and not saved.
import { send } from './api';

export async function download(path: string, name: string): Promise<void> {
  const response = await send('GET', path);
  const given = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  keep(await response.blob(), given ?? name);
}

export function keep(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
