/** Stands where something to type into is on its way: what is typed ahead of it must not run a shortcut. */
export function Opening() {
  return <span hidden data-opening />;
}
