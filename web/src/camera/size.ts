// How large somebody wants the picture, kept on this machine. Who has asked the browser to save data is
// sent none before they ask for it.
export type Size = 'small' | 'large' | 'off';

const SIZES: readonly string[] = ['small', 'large', 'off'] satisfies Size[];

export function sizeAtFirst(): Size {
  const kept = localStorage.getItem('picture');
  if (kept && SIZES.includes(kept)) return kept as Size;
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  return saving || matchMedia('(prefers-reduced-data: reduce)').matches ? 'off' : 'small';
}

export const keepSize = (size: Size): void => localStorage.setItem('picture', size);
