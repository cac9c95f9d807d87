import type { Terminal, TerminalHandlers } from '../core/screen/terminal.ts';

/** A terminal in memory: keys go in, and what it shows can be read. */
export interface FakeTerminal extends Terminal {
  /** The rows that are visible now, without colours. */
  rows(): string[];
  /** All rows as one text. */
  text(): string;
  /** Everything that was written, with all sequences. */
  written(): string;
  /** How often something was written. */
  writes(): number;
  press(...keys: (keyof typeof keySequences)[]): void;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  endInput(): void;
}

export const keySequences = {
  up: '\u001B[A',
  down: '\u001B[B',
  left: '\u001B[D',
  right: '\u001B[C',
  home: '\u001B[H',
  end: '\u001B[F',
  pageDown: '\u001B[6~',
  pageUp: '\u001B[5~',
  enter: '\r',
  escape: '\u001B',
  backspace: '\u007F',
  quit: '\u0003',
} as const;

interface FakeTerminalOptions {
  columns?: number;
  rows?: number;
  isInteractive?: boolean;
  hasColours?: boolean;
}

// oxlint-disable-next-line no-control-regex -- what a terminal obeys begins so
const sequence = /\u001B\[(\??[\d;]*)([A-Za-z])/y;

export function createFakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const { isInteractive = true, hasColours = false } = options;
  let size = { columns: options.columns ?? 60, rows: options.rows ?? 30 };
  let grid: string[] = [];
  let row = 0;
  let column = 0;
  let written = '';
  let writes = 0;
  let handlers: TerminalHandlers | null = null;

  function put(character: string): void {
    const line = Array.from((grid[row] ?? '').padEnd(column));
    line[column] = character;
    grid[row] = line.join('');
    column += 1;
  }

  function obey(parameters: string, command: string): void {
    if (command === 'H') {
      const [line = 1, place = 1] = parameters.split(';').map(Number);
      row = line - 1;
      column = place - 1;
    } else if (command === 'K') {
      grid[row] = Array.from(grid[row] ?? '')
        .slice(0, column)
        .join('');
    } else if (command === 'J') {
      grid = [];
    } else if (command !== 'm' && command !== 'h' && command !== 'l') {
      throw new Error(`The terminal got an unexpected sequence: ${command}`);
    }
  }

  function draw(text: string): void {
    for (let place = 0; place < text.length;) {
      sequence.lastIndex = place;
      const found = sequence.exec(text);
      if (found) {
        obey(found[1] ?? '', found[2] ?? '');
        place += found[0].length;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(place) ?? 0);
      if (character === '\n') {
        row += 1;
        column = 0;
      } else put(character);
      place += character.length;
    }
  }

  return {
    isInteractive,
    hasColours,
    size: () => size,
    write(text) {
      written += text;
      writes += 1;
      draw(text);
    },
    listen(given) {
      handlers = given;
      return () => void (handlers = null);
    },
    rows: () => Array.from(grid, (line) => (line ?? '').trimEnd()),
    text: () => Array.from(grid, (line) => (line ?? '').trimEnd()).join('\n'),
    written: () => written,
    writes: () => writes,
    press: (...keys) => {
      for (const key of keys) handlers?.onInput(keySequences[key]);
    },
    type: (text) => handlers?.onInput(text),
    resize(columns, rows) {
      size = { columns, rows };
      handlers?.onResize();
    },
    endInput: () => handlers?.onInputEnd(),
  };
}
