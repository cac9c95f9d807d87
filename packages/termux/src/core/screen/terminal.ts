import type { ReadStream, WriteStream } from 'node:tty';

/** What the program gets from a terminal. */
export interface TerminalHandlers {
  onInput(text: string): void;
  onResize(): void;
  /** There is no more input. The program goes on. */
  onInputEnd(): void;
}

/** Where the person reads and types. */
export interface Terminal {
  /** False for a pipe or a file: then lines are printed and read, and nothing is drawn. */
  readonly isInteractive: boolean;
  readonly hasColours: boolean;
  size(): { columns: number; rows: number };
  write(text: string): void;
  /** Begins to read; each key comes at once. Returns how to stop. */
  listen(handlers: TerminalHandlers): () => void;
}

type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'setRawMode' | 'isTTY' | 'unref'>>;
type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'columns' | 'rows' | 'isTTY'>>;

interface NodeTerminalParts {
  input?: Input;
  output?: Output;
  environment?: NodeJS.ProcessEnv;
}

const usualSize = { columns: 80, rows: 24 };

/** The terminal in which the program was started. */
export function openNodeTerminal({
  input = process.stdin,
  output = process.stdout,
  environment = process.env,
}: NodeTerminalParts = {}): Terminal {
  const isInteractive = Boolean(input.isTTY && output.isTTY) && environment['TERM'] !== 'dumb';
  return {
    isInteractive,
    hasColours: isInteractive && !environment['NO_COLOR'],
    size: () => ({ columns: output.columns || usualSize.columns, rows: output.rows || usualSize.rows }),
    write: (text) => void output.write(text),
    listen({ onInput, onResize, onInputEnd }) {
      const onData = (data: Buffer | string) => onInput(String(data));
      input.setEncoding('utf8');
      if (isInteractive) input.setRawMode?.(true);
      input.on('data', onData);
      input.on('end', onInputEnd);
      output.on('resize', onResize);
      input.resume();
      return () => {
        input.off('data', onData);
        input.off('end', onInputEnd);
        output.off('resize', onResize);
        if (isInteractive) input.setRawMode?.(false);
        // Input that nobody reads must not keep the process alive.
        input.pause();
      };
    },
  };
}
