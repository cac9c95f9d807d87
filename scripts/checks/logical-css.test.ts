import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../core/paths.ts';

/** What stands on the same side in every language: the middle, notches of a phone, names of classes. */
const isSame = [
  /^\s*left: 50%;/,
  /safe-area-inset-(?:left|right)/,
  /^\s*--fw-(?:start|end): (?:left|right);/,
  /\.maplibregl-ctrl-[\w-]+-left/,
  /^\s*\.tabler-icon-[\w-]+,$/,
  /^\s*(?:\.actions \[data-position='left'\]|\.left) \{/,
];
const physical = /\b(?:left|right)\b/;

/** Four values where the second and the fourth, right and left, differ. */
function hasSides(line: string): boolean {
  const [, value = ''] = /^\s*(?:margin|padding|inset|border-width): ([^;(]+);/.exec(line) ?? [];
  const [, right, , left] = value.trim().split(/\s+/);
  return left !== undefined && left !== right;
}

it('no style names left or right: a language may run the other way', () => {
  const files = globSync('packages/{console,companion,look}/src/**/*.css', { cwd: root });
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, at) => {
        const isFound = (physical.test(line) || hasSides(line)) && !isSame.some((each) => each.test(line));
        return isFound ? [`${file}:${at + 1} ${line.trim()}`] : [];
      }),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
