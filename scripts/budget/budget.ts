import type { ConsoleBuild } from '@fairwatch/contract';

/** One chunk of Vite's manifest, as far as the budget reads it. */
interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** A page with all that a browser loads before it can be drawn. */
interface BudgetPage {
  page: string;
  files: readonly string[];
  /** The first page of a program, whose limit is lower. */
  first: boolean;
}

export interface BudgetLine {
  page: string;
  bytes: number;
  limit: number;
  files: number;
  ok: boolean;
}

const kilobyte = 1000;
/** After gzip: what the first page of a program needs, and what any later page needs in all. */
const limits = { first: 160 * kilobyte, page: 300 * kilobyte };
/** The maximum number of files of a page. Each is a request of its own, which costs latency. */
const maxFiles = 30;
const entry = 'index.html';
/** Large chunks that are loaded after the first render of their page. */
const apart = /\b(map|charts)\b/;

/** The pages of the console, as its build lists them for the server. */
export function consolePages({ routes }: ConsoleBuild): BudgetPage[] {
  return routes.map(({ path, js }) => ({ page: `console ${path}`, files: js, first: path === '/auth/login' }));
}

/** The pages of the companion: every view in the build's manifest, with what it imports. */
export function companionPages(manifest: Manifest): BudgetPage[] {
  const views = Object.keys(manifest).filter((key) => key.endsWith('.view.tsx'));
  return views.map((view) => ({
    page: `companion ${view}`,
    files: filesOf(manifest, [entry, view]),
    first: view === 'src/features/join/join.view.tsx',
  }));
}

/** The weight of each page's scripts against its limit. `sizeOf` gives a built file's size after gzip. */
export function budgetLines(pages: readonly BudgetPage[], sizeOf: (file: string) => number): BudgetLine[] {
  if (!pages.some(({ first }) => first)) throw new Error('The build has no first page: the budget cannot be checked.');
  return pages.map(({ page, files, first }) => {
    const scripts = files.filter((file) => file.endsWith('.js') && !apart.test(file));
    const bytes = scripts.reduce((total, file) => total + sizeOf(file), 0);
    const limit = first ? limits.first : limits.page;
    return { page, bytes, limit, files: scripts.length, ok: bytes <= limit && scripts.length <= maxFiles };
  });
}

/** The files of these chunks and of everything they import statically. */
function filesOf(manifest: Manifest, start: readonly string[]): string[] {
  const found = new Map<string, string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}: the budget cannot be checked.`);
    found.set(name, chunk.file);
    open.push(...(chunk.imports ?? []));
  }
  return [...found.values()];
}
