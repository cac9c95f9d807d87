import type { OutputOf, files } from '@fairwatch/contract';

/** A file or folder of a device, as `files.list` returns it. */
export type FileRow = OutputOf<typeof files.list>[number];

/** The path of a file or folder from the shared root, without a leading slash. */
export function pathOf({ parent, name }: { parent: string; name: string }): string {
  return parent === '' ? name : `${parent}/${name}`;
}

/** Each folder from the root down to `path`, with its own path. Empty for the root. */
export function breadcrumbsOf(path: string): { name: string; path: string }[] {
  if (path === '') return [];
  const names = path.split('/');
  return names.map((name, depth) => ({ name, path: names.slice(0, depth + 1).join('/') }));
}

/** Splits a path into its parent folder (empty for the root) and its name. */
export function splitPath(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
}
