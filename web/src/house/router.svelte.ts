// Where we are: the path of the page, without a page load.
import { frame } from './frame.svelte';

class Router {
  path = $state(location.pathname);
  /** What stands after the question mark. */
  query = $state(location.search);

  constructor() {
    addEventListener('popstate', () => this.look());
  }

  go(to: string): void {
    if (to !== this.path + this.query) history.pushState(null, '', to);
    this.look();
    scrollTo(0, 0);
  }

  /** The same page, asked for otherwise: no step to come back from. */
  ask(query: string): void {
    history.replaceState(null, '', this.path + query);
    this.look();
  }

  private look(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  /** `match('/table/:id')` → its parts, or null. */
  match(pattern: string): Record<string, string> | null {
    const names = pattern.split('/');
    const parts = this.path.split('/');
    if (names.length !== parts.length) return null;
    const parameters: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const part = parts[index] ?? '';
      if (name.startsWith(':')) parameters[name.slice(1)] = decodeURIComponent(part);
      else if (name !== part) return null;
    }
    return parameters;
  }
}

export const router = new Router();

/** A click on one of our own links stays on the page. */
export function link(event: MouseEvent): void {
  const anchor = (event.target as Element).closest('a');
  if (
    !anchor ||
    anchor.origin !== location.origin ||
    anchor.target ||
    anchor.hasAttribute('download')
  )
    return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  if (anchor.pathname.startsWith('/api/')) return;
  if (anchor.hash && anchor.pathname === location.pathname) return; // a place on this page
  event.preventDefault();
  // A table among others stays where it is.
  if (frame.framed) open(anchor.href, '_blank', 'noopener');
  else router.go(anchor.pathname + anchor.search);
}
