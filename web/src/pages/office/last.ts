/** The number of the last entry of a journal that can only be read forwards: doubled, then halved. */
export async function lastEntry(isAfter: (seq: number) => Promise<boolean>): Promise<number> {
  if (!(await isAfter(0))) return 0;
  let there = 1;
  while (await isAfter(there)) there *= 2;
  // The last one is in (there / 2, there].
  let low = Math.floor(there / 2);
  let high = there;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAfter(middle)) low = middle;
    else high = middle;
  }
  return high;
}
