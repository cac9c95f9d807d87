import { expect, it } from 'vitest';
import { budgetLines, programs, type Manifest } from './budget.ts';

const contactsView = 'src/features/contacts/contacts.view.tsx';
const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js', imports: ['_shared.js'] },
  '_table.js': { file: 'assets/table.js' },
  '_map.js': { file: 'assets/map-Bx12.js' },
  'src/core/shell/shell.tsx': { file: 'assets/shell.js', imports: ['_shared.js'] },
  'src/features/auth/auth-layout.tsx': { file: 'assets/auth-layout.js' },
  'src/features/auth/login.view.tsx': { file: 'assets/login.js', imports: ['_shared.js'] },
  [contactsView]: { file: 'assets/contacts.js', imports: ['_table.js', '_map.js'] },
};

it('weighs the sign-in page with its layout and every later page with the shell, each shared chunk once', () => {
  const sizes: Record<string, number> = {
    'assets/index.js': 1,
    'assets/shared.js': 10,
    'assets/react.js': 100,
    'assets/table.js': 1000,
    'assets/shell.js': 10_000,
    'assets/auth-layout.js': 20_000,
    'assets/login.js': 2,
    'assets/contacts.js': 4,
  };
  const lines = budgetLines(manifest, programs.console, (file) => sizes[file] ?? Number.NaN);
  expect(lines.map(({ page, bytes, files }) => [page, bytes, files])).toEqual([
    ['console src/features/auth/login.view.tsx', 20_113, 5],
    [`console ${contactsView}`, 11_115, 6],
  ]);
});

/** The verdicts when everything but one shared chunk weighs nothing. */
function verdicts(size: number): boolean[] {
  return budgetLines(manifest, programs.console, (file) => (file === 'assets/react.js' ? size : 0)).map(({ ok }) => ok);
}

it('refuses what is over its limit, and only that', () => {
  expect(verdicts(160_000)).toEqual([true, true]);
  expect(verdicts(160_001)).toEqual([false, true]);
  expect(verdicts(300_001)).toEqual([false, false]);
});

it('refuses a page of a hundred files, however small they are', () => {
  const names = Array.from({ length: 100 }, (_, number) => `_${number}.js`);
  const small = Object.fromEntries(names.map((name) => [name, { file: name }]));
  const scattered = { ...manifest, ...small, [contactsView]: { file: 'assets/contacts.js', imports: names } };
  expect(budgetLines(scattered, programs.console, () => 1).map(({ ok }) => ok)).toEqual([true, false]);
});

it('says so when the build no longer has the chunk that it measures', () => {
  const { [contactsView]: _, 'src/core/shell/shell.tsx': __, ...rest } = manifest;
  expect(() => budgetLines({ ...rest, 'a.view.tsx': { file: 'a.js' } }, programs.console, () => 0)).toThrow(
    'shell.tsx',
  );
});

it("weighs the companion's join page by the limit of a first page, and its others by that of a later one", () => {
  const companion: Manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true },
    'src/features/join/join.view.tsx': { file: 'assets/join.js' },
    'src/features/home/home.view.tsx': { file: 'assets/home.js' },
  };
  const lines = budgetLines(companion, programs.companion, () => 90_000);
  expect(lines.map(({ page, bytes, limit, ok }) => [page, bytes, limit, ok])).toEqual([
    ['companion src/features/join/join.view.tsx', 180_000, 160_000, false],
    ['companion src/features/home/home.view.tsx', 180_000, 300_000, true],
  ]);
});
