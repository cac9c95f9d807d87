import { afterEach, describe, expect, it } from 'vitest';
import { createKeyReader, isPalettePress, isShortcutPress } from './read-keys.ts';

/** Presses a key inside this element and returns the event as the document receives it. */
function pressIn(html: string, init: KeyboardEventInit): KeyboardEvent {
  document.body.innerHTML = html;
  const target = document.body.firstElementChild ?? document.body;
  let received: KeyboardEvent | null = null;
  const listen = (event: KeyboardEvent) => (received = event);
  document.addEventListener('keydown', listen, { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  if (received === null) throw new Error('The document received no event.');
  return received;
}

afterEach(() => document.body.replaceChildren());

describe('a key press', () => {
  it.each(['<button></button>', '<p></p>', '<input type="checkbox">'])(
    'can be a shortcut when the focus is in %s',
    (html) => {
      expect(isShortcutPress(pressIn(html, { key: 'u' }))).toBe(true);
    },
  );

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<div contenteditable="true"></div>'])(
    'is text input when the focus is in %s',
    (html) => {
      expect(isShortcutPress(pressIn(html, { key: 'u' }))).toBe(false);
    },
  );

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
    'is no shortcut with %o',
    (modifier) => {
      expect(isShortcutPress(pressIn('<p></p>', { key: 'u', ...modifier }))).toBe(false);
    },
  );

  it('is no shortcut while a dialog is open', () => {
    expect(isShortcutPress(pressIn('<dialog open></dialog>', { key: 'u' }))).toBe(false);
  });

  it('is no shortcut while an input is loading', () => {
    expect(isShortcutPress(pressIn('<span hidden data-opening></span>', { key: 'u' }))).toBe(false);
  });

  it('opens the palette with Ctrl+K or Cmd+K, also inside a field', () => {
    expect(isPalettePress(pressIn('<input>', { key: 'k', ctrlKey: true }))).toBe(true);
    expect(isPalettePress(pressIn('<input>', { key: 'K', metaKey: true }))).toBe(true);
    expect(isPalettePress(pressIn('<input>', { key: 'k', ctrlKey: true, altKey: true }))).toBe(false);
    expect(isPalettePress(pressIn('<input>', { key: 'k' }))).toBe(false);
  });
});

describe('the key reader', () => {
  it('combines g and the next key', () => {
    const read = createKeyReader();
    expect([read('g', 0), read('d', 400), read('d', 500)]).toEqual([null, 'g d', 'd']);
  });

  it('reads a key alone after the timeout of g', () => {
    const read = createKeyReader();
    expect([read('g', 0), read('u', 5000)]).toEqual([null, 'u']);
  });

  it('ignores caps lock', () => {
    const read = createKeyReader();
    expect([read('G', 0), read('D', 1), read('U', 2)]).toEqual([null, 'g d', 'u']);
  });
});
