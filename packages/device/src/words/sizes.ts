const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A size in decimal units, as phones show it: "340 kB". */
export const sizeText = (bytes: number) => unitText(bytes, 1000);

/** A limit, rounded as people write it. Limits are multiples of 1,024, so 3,145,728 bytes are "3 MB", not "3.1 MB". */
export const limitText = (bytes: number) => unitText(bytes, 1024);

function unitText(bytes: number, step: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= step && unit < units.length - 1) {
    amount /= step;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 10 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[unit]}`;
}
