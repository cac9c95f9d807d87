import type { Rolldown } from 'vite';

/** What every page inside the shell needs comes in one file, and so does what this many of the pages need. */
const shell = /core\/shell\/shell\.tsx$/;
const manyPages = 16;
/** The sign-in page stays as light as it is: nothing that it loads, now or in a moment, is put together with the rest. */
const light =
  /src\/main\.tsx$|auth\/(auth-layout|login\.view)\.tsx$|auth\/sign-in\.ts$|load-profile\.ts$|ask-maintenance\.ts$/;

type Lookup = (id: string) => Rolldown.ModuleInfo | null;
type Ways = 'importedIds' | 'dynamicallyImportedIds' | 'importers' | 'dynamicImporters';

/** Every module that can be reached from these, themselves included. */
function reachedFrom(starts: readonly string[], lookup: Lookup, ways: readonly Ways[]): Set<string> {
  const found = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = lookup(id);
    if (info !== null) open.push(...ways.flatMap((way) => info[way]));
  }
  return found;
}

/** In which file each module comes, of those that come together. */
function arrange(some: string, lookup: Lookup): Map<string, string> {
  const all = reachedFrom([some], lookup, ['importedIds', 'dynamicallyImportedIds', 'importers', 'dynamicImporters']);
  const named = (name: RegExp) => [...all].filter((id) => name.test(id));
  const broughtBy = (starts: readonly string[]) => reachedFrom(starts, lookup, ['importedIds']);
  const kept = broughtBy(named(light));
  const around = broughtBy(named(shell));
  const pages = named(/\.view\.tsx$/).map((view) => broughtBy([view]));
  const arranged = new Map<string, string>();
  for (const id of all) {
    // What is loaded later stays a file of its own.
    if (kept.has(id) || lookup(id)?.dynamicImporters.length !== 0) continue;
    if (around.has(id)) arranged.set(id, 'shell-parts');
    else if (pages.filter((page) => page.has(id)).length >= manyPages) arranged.set(id, 'page-parts');
  }
  return arranged;
}

/** Left to itself, the build makes a file of whatever the same pages share, and a page of a hundred small files. */
export function sharedChunks(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let arranged: Map<string, string> | undefined;
  return (id, context) => {
    arranged ??= arrange(id, (each) => context.getModuleInfo(each));
    return arranged.get(id) ?? null;
  };
}
