const units: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
];

/** "5 minutes ago"; older than a week, the day itself. In English, as all texts of the companion. */
export function momentText(at: string | Date, now = Date.now()): string {
  const time = new Date(at).getTime();
  const passed = time - now;
  const [unit, ms] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['minute', 60 * 1000];
  const amount = Math.round(passed / ms);
  if (unit === 'day' && Math.abs(amount) > 7) return new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
  return amount === 0 ? 'just now' : new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(amount, unit);
}
