import { isFileName } from '@fairwatch/contract';

/** A name that is not taken: itself, or with a number before its ending, as in `Report (2).pdf`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot begins no ending.
  const cut = dot > 0 ? dot : name.length;
  const [stem, ending] = [name.slice(0, cut), name.slice(cut)];
  for (let number = 2; ; number += 1) {
    const candidate = fitting(stem, ` (${number})${ending}`);
    if (!isTaken(candidate)) return candidate;
  }
}

/** The two together, with as much of the first as a name may have. */
function fitting(stem: string, rest: string): string {
  const letters = Array.from(stem);
  while (letters.length > 0 && !isFileName(letters.join('') + rest)) letters.pop();
  return letters.join('') + rest;
}
