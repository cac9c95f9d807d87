const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const step = 1000;

/** Formats a number of bytes in decimal units: "512 bytes", "4.1 MB", "128 GB". */
export function sizeText(bytes: number, language: string): string {
  const exponent = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / step ** exponent;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    // The short name of a byte has no plural.
    unitDisplay: exponent === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 && exponent > 0 ? 1 : 0,
  }).format(amount);
}
