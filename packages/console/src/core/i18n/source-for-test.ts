// oxlint-disable no-restricted-imports -- reads the source itself, which only tests do
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const source = path.dirname(path.dirname(import.meta.dirname));

/** The contents of the console's files that match a pattern, by their path from `src`. */
export function readSource(pattern: string): Record<string, string> {
  const files = globSync(pattern, { cwd: source }).map((file) => file.replaceAll(path.sep, '/'));
  return Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(path.join(source, file), 'utf8')]));
}

/** The console's code, without its tests. */
export function readCode(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readSource('**/*.{ts,tsx}')).filter(([file]) => !/\.test\.tsx?$/.test(file)),
  );
}
