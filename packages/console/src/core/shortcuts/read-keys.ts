import { isTyping } from './is-typing.ts';

/** The key that waits for a second one: `g` and then where to. */
const leader = 'g';
/** Whoever waits longer has thought of something else. */
const leaderHoldsMs = 1500;

/** Whether a press can be a shortcut: no other key is held, nobody types, and no dialog asks for an answer. */
export function isPlainPress(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  return !isTyping(event) && document.querySelector('dialog[open]') === null;
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
