/** One chunk of Vite's manifest, as far as the budget reads it. */
interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

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
/** Each file is asked for by itself, a few at a time: small ones cost a distant reader more than their bytes. */
const maxFiles = 75;
const entry = 'index.html';
/** Large by nature, and loaded after their page stands. */
const apart = /\b(map|charts)\b/;

/** A program for browsers: what it loads around its first page, and around all later ones. */
export interface Program {
  name: string;
  first: { view: string; around: readonly string[] };
  around: readonly string[];
}

export const programs: { console: Program; companion: Program } = {
  console: {
    name: 'console',
    first: { view: 'src/features/auth/login.view.tsx', around: ['src/features/auth/auth-layout.tsx'] },
    around: ['src/core/shell/shell.tsx'],
  },
  companion: {
    name: 'companion',
    first: { view: 'src/features/join/join.view.tsx', around: [] },
    around: [],
  },
};

/** The weight of each page's scripts against its limit. `sizeOf` gives a built file's size after gzip. */
export function budgetLines(
  manifest: Manifest,
  { name, first, around }: Program,
  sizeOf: (file: string) => number,
): BudgetLine[] {
  const laterViews = Object.keys(manifest).filter((key) => key.endsWith('.view.tsx') && key !== first.view);
  return [weigh(first.view, first.around, limits.first), ...laterViews.map((view) => weigh(view, around, limits.page))];

  function weigh(view: string, beside: readonly string[], limit: number): BudgetLine {
    const files = filesOf(manifest, [entry, ...beside, view]).filter(
      (file) => file.endsWith('.js') && !apart.test(file),
    );
    const bytes = files.reduce((total, file) => total + sizeOf(file), 0);
    return {
      page: `${name} ${view}`,
      bytes,
      limit,
      files: files.length,
      ok: bytes <= limit && files.length <= maxFiles,
    };
  }
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
