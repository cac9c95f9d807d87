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
