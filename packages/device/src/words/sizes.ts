const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A size in decimal units, as phones show it: "340 kB". */
export function sizeText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 10 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[unit]}`;
}
