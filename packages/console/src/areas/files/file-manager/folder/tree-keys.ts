import type { KeyboardEvent } from 'react';

interface TreeActions {
  expand: (path: string, isExpanded: boolean) => void;
  open: (path: string) => void;
}

const itemSelector = '[role=treeitem]';

/**
 * Handles the keys of a tree view as the ARIA Authoring Practices define them: Up and Down move through the visible
 * items, Right expands or moves to the first child, Left collapses or moves to the parent, Enter and Space open, and a
 * letter moves to the next folder whose name starts with it.
 */
export function handleTreeKey(event: KeyboardEvent<HTMLElement>, { expand, open }: TreeActions): void {
  const current = event.target instanceof Element ? event.target.closest<HTMLElement>(itemSelector) : null;
  if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
  const visible = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)];
  const index = visible.indexOf(current);
  const path = current.dataset['path'] ?? '';
  const expanded = current.getAttribute('aria-expanded');
  const actions: Record<string, () => void> = {
    ArrowDown: () => visible[index + 1]?.focus(),
    ArrowUp: () => visible[index - 1]?.focus(),
    Home: () => visible[0]?.focus(),
    End: () => visible.at(-1)?.focus(),
    ArrowRight: () =>
      expanded === 'false' ? expand(path, true) : current.querySelector<HTMLElement>(itemSelector)?.focus(),
    ArrowLeft: () =>
      expanded === 'true' ? expand(path, false) : current.parentElement?.closest<HTMLElement>(itemSelector)?.focus(),
    Enter: () => open(path),
    ' ': () => open(path),
  };
  const action = actions[event.key] ?? typeAhead(event.key, [...visible.slice(index + 1), ...visible.slice(0, index)]);
  if (!action) return;
  event.preventDefault();
  action();
}

/** The action that focuses the next folder whose name starts with `key`; undefined when there is none. */
function typeAhead(key: string, others: readonly HTMLElement[]): (() => void) | undefined {
  if (key.length !== 1) return undefined;
  const match = others.find((other) => nameOf(other).toLowerCase().startsWith(key.toLowerCase()));
  return match && (() => match.focus());
}

function nameOf({ dataset }: HTMLElement): string {
  return (dataset['path'] ?? '').split('/').at(-1) ?? '';
}
