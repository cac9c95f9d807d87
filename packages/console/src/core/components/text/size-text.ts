const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes in decimal units: "512 bytes", "4.1 MB", "128 GB". */
export function sizeText(bytes: number, language: string): string {
  return unitText(bytes, { language, step: 1000 });
}

/** Formats a limit. Limits are multiples of 1,024, so 2,147,483,648 bytes are "2 GB", not "2.1 GB". */
export function limitText(bytes: number, language: string): string {
  return unitText(bytes, { language, step: 1024 });
}

function unitText(bytes: number, { language, step }: { language: string; step: number }): string {
  // Rounding errors of the logarithms could make an exact power slightly too small; the addend outweighs them.
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step) + 1e-9);
  const exponent = Math.min(units.length - 1, power);
  const amount = bytes / step ** exponent;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    // The short name of a byte has no plural.
    unitDisplay: exponent === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 && exponent > 0 ? 1 : 0,
  }).format(amount);
}
