/** The first key of a two-key shortcut: `g d` opens the devices. */
const leader = 'g';
/** The time within which the second key must follow. */
const leaderTimeoutMs = 1500;

/** Elements during whose presence no shortcut runs: an open dialog, or an input that is loading. */
const blockers = 'dialog[open], [data-opening]';

/** Returns whether a key press can be a shortcut: it has no modifier, the focus is not in a field, and no dialog is open or loading. */
export function isShortcutPress(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  return !isTyping(event) && document.querySelector(blockers) === null;
}

/** Returns whether a key press opens the command palette. It also does inside a field. */
export function isPalettePress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Combines key presses into shortcuts such as `u` or `g d`. The reader returns null after the first key of two. */
export function createKeyReader(): (key: string, atMs: number) => string | null {
  let leaderAtMs = Number.NEGATIVE_INFINITY;
  return (key, atMs) => {
    const isAfterLeader = atMs - leaderAtMs <= leaderTimeoutMs;
    leaderAtMs = Number.NEGATIVE_INFINITY;
    if (isAfterLeader) return `${leader} ${key.toLowerCase()}`;
    if (key.toLowerCase() !== leader) return key.toLowerCase();
    leaderAtMs = atMs;
    return null;
  };
}

const editable = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]';

/** Returns whether a key was typed into a field. */
function isTyping({ target }: Pick<Event, 'target'>): boolean {
  return target instanceof Element && target.closest(editable) !== null;
}

/** The palette's shortcut with the name of the modifier key on this platform. */
export const paletteKeys = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
