import { harmlessLine } from './harmless.ts';
import { layOut } from './layout.ts';
import { createPageStack, type OpenPage } from './page-stack.ts';
import type { Screen, ScreenOptions } from './screen.ts';
import { problem, type Action } from './view.ts';
import { programText } from '../texts/program.texts.ts';

/** Typed in place of an answer, to go back. */
const backWord = ':b';
const columns = 80;

/** Prints pages as lines and reads the answers as lines, where there is no terminal: for scripts, and for programs that read aloud. */
export function createPrintedScreen({ terminal, header, onQuit, onInputEnd }: ScreenOptions): Screen {
  let printed = '';
  let pending = '';
  let hasEnded = false;
  let isDue = false;
  let isOver = false;
  const waiting: string[] = [];
  const stack = createPageStack(refresh);
  const stopListening = terminal.listen({
    onInput(input) {
      if (input.includes('\u0003')) return onQuit();
      pending += input;
      const lines = pending.split(/\r\n|[\n\r]/);
      pending = lines.pop() ?? '';
      waiting.push(...lines);
      refresh();
    },
    onResize: () => undefined,
    onInputEnd() {
      hasEnded = true;
      refresh();
    },
  });

  function end(): void {
    if (isOver) return;
    isOver = true;
    stopListening();
    stack.closeAll();
  }

  function refresh(): void {
    if (isDue || isOver) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (!isOver) print();
    });
  }

  /** Prints the page if it has changed, then takes one answer, so that each answer meets the page that asked for it. */
  function print(): void {
    const entry = stack.top;
    if (!entry) return;
    const { words, actions, hasField } = read(entry);
    if (words !== printed) terminal.write(words);
    printed = words;
    const isAsking = hasField || actions.length > 0;
    if (!isAsking) return;
    const line = waiting.shift();
    if (line !== undefined) return answer(entry, line, actions);
    if (hasEnded) onInputEnd?.();
    hasEnded = false;
  }

  function read(entry: OpenPage) {
    const { title, blocks, field } = entry.page.view();
    const layout = layOut({ blocks: [...problem(entry.problem), ...blocks] }, columns, Infinity);
    const { text, state } = header();
    const lines = [
      '',
      `-- ${harmlessLine(title)} -- ${harmlessLine(text)}, ${harmlessLine(state)}`,
      ...layout.lines.map((line) => line.text),
    ];
    const initial = field && field.initial !== '' ? ` [${harmlessLine(field.initial)}]` : '';
    const asked = field ? harmlessLine(field.label) + initial : programText('printed.number');
    const question = stack.canGoBack ? programText('printed.orBack', { asked, backWord }) : asked;
    const isAsking = field !== undefined || layout.actions.length > 0;
    const words = `${lines.join('\n')}\n${isAsking ? `${question}:\n` : ''}`;
    return { words, actions: layout.actions.map(({ action }) => action), hasField: field !== undefined };
  }

  function answer(entry: OpenPage, line: string, actions: readonly Action[]): void {
    const { field } = entry.page.view();
    const chosen = field ? undefined : actions[Number(line.trim()) - 1];
    if (line.trim() === backWord) stack.back();
    else if (field) stack.submit(entry, field, harmlessLine(line || field.initial).slice(0, field.maxLength));
    else if (chosen) stack.runAction(entry, chosen);
    else if (line.trim() !== '') terminal.write(`${programText('printed.wrong')}\n`);
    refresh();
  }

  return { open: stack.open, close: stack.close, refresh, end };
}
