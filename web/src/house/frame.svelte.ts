// Whether this page is one of several tables side by side: then the page around it has the header, and only the
// table in use is heard.
class Frame {
  readonly framed = window !== window.parent;
  /** Whether the keys and the pointer are here. */
  inUse = $state(document.hasFocus());

  constructor() {
    if (this.framed) document.documentElement.dataset.framed = '';
    addEventListener('focus', () => (this.inUse = true));
    addEventListener('blur', () => (this.inUse = false));
  }

  get heard(): boolean {
    return !this.framed || this.inUse;
  }
}

export const frame = new Frame();
