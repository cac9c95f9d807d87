import { describe, expect, it, vi } from 'vitest';
import { createKeyReader, type Key } from './keys.ts';

function setUp() {
  const keys: Key[] = [];
  const reader = createKeyReader((key) => void keys.push(key));
  const names = () => keys.map((key) => (key.name === 'text' ? key.text : key.name));
  return { keys, reader, names };
}

describe('keys', () => {
  it('are letters, controls and sequences', () => {
    const { reader, names } = setUp();
    reader.read('aé👍\r\u007F\u001B[A\u001BOB\u001B[6~\u001B[3~\u0003');
    expect(names()).toEqual(['a', 'é', '👍', 'enter', 'backspace', 'up', 'down', 'page-down', 'delete', 'quit']);
  });

  it('may come in pieces', () => {
    const { reader, names } = setUp();
    reader.read('\u001B');
    reader.read('[');
    reader.read('5');
    reader.read('~x');
    expect(names()).toEqual(['page-up', 'x']);
  });

  it('are Escape when nothing follows, or something that is no sequence', async () => {
    const { reader, names } = setUp();
    reader.read('\u001B');
    await vi.waitFor(() => expect(names()).toEqual(['escape']));
    reader.read('\u001Bx');
    expect(names()).toEqual(['escape', 'escape', 'x']);
  });

  it('that are pasted come as one text, with their line breaks', () => {
    const { reader, keys } = setUp();
    reader.read('\u001B[200~one\r1');
    reader.read('\u001B[201~2');
    expect(keys).toEqual([
      { name: 'text', text: 'one\r1', isPasted: true },
      { name: 'text', text: '2', isPasted: false },
    ]);
  });

  it('that nobody knows are ignored', () => {
    const { reader, names } = setUp();
    reader.read('\u001B[1;5Z\u001B[99~\u0001a');
    expect(names()).toEqual(['a']);
  });
});
