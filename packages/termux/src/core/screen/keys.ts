/** A key that the person pressed, or a text that they pasted. */
export type Key =
  | { name: 'text'; text: string; isPasted: boolean }
  | { name: 'up' | 'down' | 'left' | 'right' | 'home' | 'end' | 'page-up' | 'page-down' }
  | { name: 'enter' | 'escape' | 'backspace' | 'delete' | 'tab' | 'clear' | 'quit' };

const sequences: Readonly<Record<string, Exclude<Key['name'], 'text'>>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '7~': 'home',
  '4~': 'end',
  '8~': 'end',
  '3~': 'delete',
  '5~': 'page-up',
  '6~': 'page-down',
};
const controls: Readonly<Record<string, Exclude<Key['name'], 'text'>>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007F': 'backspace',
  '\u0003': 'quit',
  '\u0015': 'clear',
};

const escapeCharacter = '\u001B';
const pasteBegin = `${escapeCharacter}[200~`;
const pasteEnd = `${escapeCharacter}[201~`;
/** An escape sequence as terminals send it for a key. */
// oxlint-disable-next-line no-control-regex -- it is what begins the sequences
const sequencePattern = /^\u001B(?:\[([\d;]*[A-Za-z~])|O([A-Z]))/;
/** How long the rest of an escape sequence may take. After that the person pressed Escape. */
const escapeAfterMs = 60;

/** Turns what a terminal sends into keys. `onKey` is called for each. */
export function createKeyReader(onKey: (key: Key) => void): { read(input: string): void; stop(): void } {
  let pending = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns how much of the pending input was a key; 0 while its end is missing. */
  function next(): number {
    if (pending.startsWith(pasteBegin)) {
      const end = pending.indexOf(pasteEnd);
      if (end === -1) return 0;
      onKey({ name: 'text', text: pending.slice(pasteBegin.length, end), isPasted: true });
      return end + pasteEnd.length;
    }
    if (pending.startsWith(escapeCharacter)) return readSequence();
    const [character = ''] = pending;
    const control = controls[character];
    if (control !== undefined) onKey({ name: control });
    else if (character >= ' ') onKey({ name: 'text', text: character, isPasted: false });
    return character.length;
  }

  function readSequence(): number {
    const found = sequencePattern.exec(pending);
    if (found) {
      const name = sequences[found[1] ?? found[2] ?? ''];
      if (name !== undefined) onKey({ name });
      return found[0].length;
    }
    // Escape and then something else that is no sequence: two keys.
    const isBegun = /^\[?[\d;]*$|^O$/.test(pending.slice(1));
    if (isBegun) return 0;
    onKey({ name: 'escape' });
    return 1;
  }

  function readAll(): void {
    while (pending !== '') {
      const used = next();
      if (used === 0) return wait();
      pending = pending.slice(used);
    }
  }

  /** Waits for the rest. A paste has its own end; Escape alone has none. */
  function wait(): void {
    if (pending.startsWith(pasteBegin)) return;
    timer = setTimeout(() => {
      pending = pending.slice(1);
      onKey({ name: 'escape' });
      readAll();
    }, escapeAfterMs);
  }

  return {
    read(input) {
      clearTimeout(timer);
      pending += input;
      readAll();
    },
    stop: () => clearTimeout(timer),
  };
}
