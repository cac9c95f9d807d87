import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** Gives a copy of a tree the packages that are installed in the tree, but our own ones as they are in the copy. */
export function linkModules(tree: string, copy: string): void {
  const installed = path.join(tree, 'node_modules');
  const modules = path.join(copy, 'node_modules');
  mkdirSync(path.join(modules, '@fairwatch'), { recursive: true });
  for (const name of readdirSync(installed)) {
    // A name with a dot is a cache or a record of npm, which the copy must not write into.
    if (name !== '@fairwatch' && !name.startsWith('.'))
      symlinkSync(path.join(installed, name), path.join(modules, name));
  }
  for (const name of readdirSync(path.join(copy, 'packages'))) {
    symlinkSync(path.join(copy, 'packages', name), path.join(modules, '@fairwatch', name));
  }
}
