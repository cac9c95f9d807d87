/** Splits a code into halves with a dash, which is easier to read aloud. Devices accept it with or without the dash. */
export function readable(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`;
}
