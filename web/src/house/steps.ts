// What one Undo takes back. The house undoes chip by chip; a player takes back what was put down at
// once: the chips of a call bet, or of a doubled layout.

/** Between two chips: the house hears twenty messages a second. */
const GAP_MS = 50;

export class Steps {
  private sizes: number[] = [];
  private round = -1;
  private gathering = false;

  constructor(private readonly undoOne: () => Promise<boolean>) {}

  /** One more step lies on the layout. */
  done(round: number): void {
    this.turnTo(round);
    if (this.gathering) this.sizes[this.sizes.length - 1]! += 1;
    else this.sizes.push(1);
  }

  /** All of them, one after the other, or none. */
  async together(round: number, parts: (() => Promise<boolean>)[], gap = GAP_MS): Promise<boolean> {
    this.turnTo(round);
    this.sizes.push(0);
    this.gathering = true;
    const all = await inTurn(parts, gap);
    this.gathering = false;
    if (!all) await this.undo(round, gap);
    return all;
  }

  /** What was put down before this page came up is taken back chip by chip. */
  async undo(round: number, gap = GAP_MS): Promise<boolean> {
    this.turnTo(round);
    const size = this.sizes.pop() ?? 1;
    return inTurn(Array<() => Promise<boolean>>(size).fill(this.undoOne), gap);
  }

  private turnTo(round: number): void {
    if (round !== this.round) this.sizes = [];
    this.round = round;
  }
}

/** Until one of them fails. */
async function inTurn(parts: (() => Promise<boolean>)[], gap: number): Promise<boolean> {
  for (const [at, part] of parts.entries()) {
    if (at) await new Promise((resolve) => setTimeout(resolve, gap));
    if (!(await part())) return false;
  }
  return true;
}
