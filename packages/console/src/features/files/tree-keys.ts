import type { KeyboardEvent } from 'react';

interface TreeActions {
  expand: (path: string, wanted: boolean) => void;
  open: (path: string) => void;
}

const item = '[role=treeitem]';

/**
 * What the keys of a tree do, as the ARIA practices have it: up and down through what is in sight, right opens out and
 * goes in, left closes and goes out, Enter and Space choose, a letter finds.
 */
export function treeKey(event: KeyboardEvent<HTMLElement>, { expand, open }: TreeActions): void {
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(item) : null;
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const inSight = [...event.currentTarget.querySelectorAll<HTMLElement>(item)];
  const place = inSight.indexOf(from);
  const path = from.dataset['path'] ?? '';
  const expanded = from.getAttribute('aria-expanded');
  const actions: Record<string, () => void> = {
    ArrowDown: () => inSight[place + 1]?.focus(),
    ArrowUp: () => inSight[place - 1]?.focus(),
    Home: () => inSight[0]?.focus(),
    End: () => inSight.at(-1)?.focus(),
    ArrowRight: () => (expanded === 'false' ? expand(path, true) : from.querySelector<HTMLElement>(item)?.focus()),
    ArrowLeft: () =>
      expanded === 'true' ? expand(path, false) : from.parentElement?.closest<HTMLElement>(item)?.focus(),
    Enter: () => open(path),
    ' ': () => open(path),
  };
  const act = actions[event.key] ?? letter(event.key, [...inSight.slice(place + 1), ...inSight.slice(0, place)]);
  if (!act) return;
  event.preventDefault();
  act();
}

/** Goes to the next folder whose name begins with what was typed. */
function letter(key: string, others: readonly HTMLElement[]): (() => void) | undefined {
  if (key.length !== 1) return undefined;
  const found = others.find((other) => nameOf(other).toLowerCase().startsWith(key.toLowerCase()));
  return found && (() => found.focus());
}

function nameOf({ dataset }: HTMLElement): string {
  return (dataset['path'] ?? '').split('/').at(-1) ?? '';
}
