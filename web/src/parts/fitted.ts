// Makes what is asked as small as it has to be for all of it to be in view, and no smaller: the
// attribute data-tight goes up one step at a time until nothing leaves the box around it.
const TIGHTEST = 3;

export function fitted(node: HTMLElement): () => void {
  const around = node.parentElement!;
  const fits = () => {
    const { paddingTop, paddingBottom } = getComputedStyle(around);
    const room = around.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return node.offsetHeight <= room && node.scrollWidth <= node.clientWidth;
  };
  const fit = () => {
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      node.dataset.tight = String(tight);
      if (fits()) return;
    }
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
