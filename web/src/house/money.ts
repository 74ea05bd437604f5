// Cents, as people read them.
export function money(cents: number): string {
  const sign = cents < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return sign + grouped + (rest ? '.' + String(rest).padStart(2, '0') : '');
}

/** With its cents, also where there are none: what is counted out has to be read without doubt. */
export function exact(cents: number): string {
  return money(cents) + (cents % 100 ? '' : '.00');
}

/** With its sign: won or lost. */
export function net(cents: number): string {
  return (cents > 0 ? '+' : '') + money(cents);
}

export function exactNet(cents: number): string {
  return (cents > 0 ? '+' : '') + exact(cents);
}

/** "1.50", "20" → cents; nothing else is an amount. */
export function cents(text: string): number | null {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0') || 0);
}

export function minutes(ms: number): string {
  const total = Math.floor(ms / 60_000);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
