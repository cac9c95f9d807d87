import { isFileName } from '@fairwatch/contract';

/** Returns a name that is not taken: the name itself, or with a number before its extension, as in `Report (2).pdf`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot does not start an extension.
  const cut = dot > 0 ? dot : name.length;
  const [stem, ending] = [name.slice(0, cut), name.slice(cut)];
  for (let number = 2; ; number += 1) {
    const candidate = fitting(stem, ` (${number})${ending}`);
    if (!isTaken(candidate)) return candidate;
  }
}

/** Joins both, with the first shortened so that the name is not too long. */
function fitting(stem: string, rest: string): string {
  const letters = Array.from(stem);
  while (letters.length > 0 && !isFileName(letters.join('') + rest)) letters.pop();
  return letters.join('') + rest;
}
