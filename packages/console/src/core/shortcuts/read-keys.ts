import { isTyping } from './is-typing.ts';

/** The key that waits for a second one: `g` and then where to. */
const leader = 'g';
/** Whoever waits longer has thought of something else. */
const leaderHoldsMs = 1500;

/** Where presses are not meant for the page: a dialog asks for an answer, or one that is on its way will. */
const takesKeys = 'dialog[open], [data-opening]';

/** Whether a press can be a shortcut: no other key is held, nobody types or is about to, and no dialog is open. */
export function isPlainPress(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  return !isTyping(event) && document.querySelector(takesKeys) === null;
}

/** Whether a press opens the command palette; it does so from inside a field, too. */
export function isPalettePress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Turns presses into what they say together: `u`, or `g d`. Null while a second key is awaited. */
export function createKeyReader(): (key: string, atMs: number) => string | null {
  let leaderAtMs = Number.NEGATIVE_INFINITY;
  return (key, atMs) => {
    const led = atMs - leaderAtMs <= leaderHoldsMs;
    leaderAtMs = Number.NEGATIVE_INFINITY;
    if (led) return `${leader} ${key.toLowerCase()}`;
    if (key.toLowerCase() !== leader) return key.toLowerCase();
    leaderAtMs = atMs;
    return null;
  };
}
