// How far the picture at each table is behind, for the clock to be honest about.
class Lag {
  private seconds = $state<Record<string, number>>({});

  /** What the picture beside a clock is behind, if that is worth a word: less is not seen. */
  of = (table: string): number | null => {
    const seconds = this.seconds[table] ?? 0;
    return seconds > 0.5 ? seconds : null;
  };

  set(table: string, seconds: number | null): void {
    if (seconds === null) delete this.seconds[table];
    else this.seconds[table] = seconds;
  }
}

export const lag = new Lag();
