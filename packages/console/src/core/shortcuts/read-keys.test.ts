import { afterEach, describe, expect, it } from 'vitest';
import { createKeyReader, isPalettePress, isPlainPress } from './read-keys.ts';

/** A press as the document hears it, made in an element of this kind. */
function pressIn(html: string, init: KeyboardEventInit): KeyboardEvent {
  document.body.innerHTML = html;
  const target = document.body.firstElementChild ?? document.body;
  let heard: KeyboardEvent | null = null;
  const listen = (event: KeyboardEvent) => (heard = event);
  document.addEventListener('keydown', listen, { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  if (heard === null) throw new Error('Nobody heard the key.');
  return heard;
}

afterEach(() => document.body.replaceChildren());

describe('a press', () => {
  it.each(['<button></button>', '<p></p>', '<input type="checkbox">'])('can be a shortcut in %s', (html) => {
    expect(isPlainPress(pressIn(html, { key: 'u' }))).toBe(true);
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<div contenteditable="true"></div>'])(
    'belongs to the field in %s',
    (html) => {
      expect(isPlainPress(pressIn(html, { key: 'u' }))).toBe(false);
    },
  );

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])('is none with %o', (held) => {
    expect(isPlainPress(pressIn('<p></p>', { key: 'u', ...held }))).toBe(false);
  });

  it('is none while a dialog waits for an answer', () => {
    expect(isPlainPress(pressIn('<dialog open></dialog>', { key: 'u' }))).toBe(false);
  });

  it('is none while something to type into is on its way', () => {
    expect(isPlainPress(pressIn('<span hidden data-opening></span>', { key: 'u' }))).toBe(false);
  });

  it('opens the palette from anywhere, with Ctrl or with Cmd', () => {
    expect(isPalettePress(pressIn('<input>', { key: 'k', ctrlKey: true }))).toBe(true);
    expect(isPalettePress(pressIn('<input>', { key: 'K', metaKey: true }))).toBe(true);
    expect(isPalettePress(pressIn('<input>', { key: 'k', ctrlKey: true, altKey: true }))).toBe(false);
    expect(isPalettePress(pressIn('<input>', { key: 'k' }))).toBe(false);
  });
});

describe('keys one after the other', () => {
  it('are read together after g', () => {
    const read = createKeyReader();
    expect([read('g', 0), read('d', 400), read('d', 500)]).toEqual([null, 'g d', 'd']);
  });

  it('are read alone once g is long ago', () => {
    const read = createKeyReader();
    expect([read('g', 0), read('u', 5000)]).toEqual([null, 'u']);
  });

  it('do not mind the shift lock', () => {
    const read = createKeyReader();
    expect([read('G', 0), read('D', 1), read('U', 2)]).toEqual([null, 'g d', 'u']);
  });
});
