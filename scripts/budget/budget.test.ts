import type { ConsoleBuild } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { budgetLines, companionPages, consolePages, type Manifest } from './budget.ts';

const react = 'assets/react.js';
const login = { path: '/auth/login', js: ['assets/start.js', react], css: [], calls: [] };
const contacts = {
  path: '/device/contact/$deviceId',
  js: ['assets/start.js', react, 'assets/shell.js', 'assets/map-Bx12.js'],
  css: ['assets/shell.css'],
  calls: [],
};
const build: ConsoleBuild = { routes: [login, contacts], signIn: { js: [], css: [], html: '' } };

it('weighs the scripts of every page of the console, without what is loaded after it stands', () => {
  const sizes: Record<string, number> = { 'assets/start.js': 1, [react]: 10, 'assets/shell.js': 100 };
  const lines = budgetLines(consolePages(build), (file) => sizes[file] ?? Number.NaN);
  expect(lines.map(({ page, bytes, files }) => [page, bytes, files])).toEqual([
    ['console /auth/login', 11, 2],
    ['console /device/contact/$deviceId', 111, 3],
  ]);
});

/** The verdicts when everything but one shared chunk weighs nothing. */
function verdicts(size: number): boolean[] {
  return budgetLines(consolePages(build), (file) => (file === react ? size : 0)).map(({ ok }) => ok);
}

it('refuses what is over its limit, and only that', () => {
  expect(verdicts(160_000)).toEqual([true, true]);
  expect(verdicts(160_001)).toEqual([false, true]);
  expect(verdicts(300_001)).toEqual([false, false]);
});

it('refuses a page of many files, however small they are', () => {
  const scattered = { ...contacts, js: Array.from({ length: 31 }, (_, number) => `${number}.js`) };
  const lines = budgetLines(consolePages({ ...build, routes: [login, scattered] }), () => 1);
  expect(lines.map(({ ok }) => ok)).toEqual([true, false]);
});

it('says so when the build no longer has the page or the chunk that it measures', () => {
  expect(() => budgetLines(consolePages({ ...build, routes: [contacts] }), () => 0)).toThrow('no first page');
  expect(() => companionPages({ 'a.view.tsx': { file: 'a.js' } })).toThrow('index.html');
});

it("weighs the companion's join page by the limit of a first page, and its others by that of a later one", () => {
  const companion: Manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['_other.js'] },
    '_other.js': { file: 'assets/other.js', imports: ['_shared.js'] },
    'src/features/join/join.view.tsx': { file: 'assets/join.js' },
    'src/features/home/home.view.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
  };
  const lines = budgetLines(companionPages(companion), () => 45_000);
  expect(lines.map(({ page, bytes, limit, ok }) => [page, bytes, limit, ok])).toEqual([
    ['companion src/features/join/join.view.tsx', 180_000, 160_000, false],
    ['companion src/features/home/home.view.tsx', 180_000, 300_000, true],
  ]);
});
