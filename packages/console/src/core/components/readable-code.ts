/** A code in two halves, as people read it aloud. Devices take it with or without the dash. */
export function readable(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`;
}
