/** The path of something in a folder. */
export function pathOf({ parent, name }: { parent: string; name: string }): string {
  return parent === '' ? name : `${parent}/${name}`;
}

/** Each folder on the way to a path, with its own path: what a person clicks to go back up. */
export function stepsTo(path: string): { name: string; path: string }[] {
  if (path === '') return [];
  const names = path.split('/');
  return names.map((name, depth) => ({ name, path: names.slice(0, depth + 1).join('/') }));
}

/** The folder and the name of a path. */
export function placeOfPath(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
}
