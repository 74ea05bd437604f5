// Makes what is asked as small as it has to be for all of it to be in view, and no smaller: the
// attribute data-tight goes up one step at a time until nothing leaves the box around it. Where it is
// width that was missing, the answers then get as high as they may be.
const TIGHTEST = 3;
const HEIGHTS = ['2.75rem', '2.5rem', '2.25rem', '2rem'];

export function fitted(node: HTMLElement): () => void {
  const around = node.parentElement!;
  const fits = () => {
    const { paddingTop, paddingBottom } = getComputedStyle(around);
    const room = around.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return node.offsetHeight <= room && node.scrollWidth <= node.clientWidth;
  };
  const tighten = () => {
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      node.dataset.tight = String(tight);
      if (fits()) return tight;
    }
    return TIGHTEST;
  };
  const fit = () => {
    node.style.removeProperty('--answer');
    if (tighten() < 2 || !fits()) return;
    for (const height of HEIGHTS) {
      node.style.setProperty('--answer', height);
      if (fits()) return;
    }
    node.style.removeProperty('--answer');
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(around);
  const content = new MutationObserver(fit);
  content.observe(node, { childList: true, characterData: true, subtree: true });
  fit();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
