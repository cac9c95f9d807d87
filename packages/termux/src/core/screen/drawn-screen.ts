import { guardExit } from './exit-guard.ts';
import { editField } from './field-editing.ts';
import { harmlessLine } from './harmless.ts';
import { createKeyReader, type Key } from './keys.ts';
import { cursorColumns, layOut, type Layout, type Line } from './layout.ts';
import { createPageStack, type OpenPage } from './page-stack.ts';
import type { Screen, ScreenOptions } from './screen.ts';
import { createScroller } from './scrolling.ts';
import { styled } from './style.ts';
import { problem, type Field, type View } from './view.ts';
import { clipText, textWidth, wrapText } from './wrap-text.ts';
import { programText } from '../texts/program.texts.ts';

/** A text is easier to read in lines that are not longer. */
const widest = 100;
/** The rows of the header, of the title, and of the keys. */
const frameRows = 3;

/** Another screen than the one of the shell, no cursor, no wrapping, and pasted texts marked as such. */
const enter = '\u001B[?1049h\u001B[?25l\u001B[?7l\u001B[?2004h\u001B[2J';
const leave = '\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l';

/** Draws pages into a terminal. Only rows that differ from what is there are written: an idle screen costs nothing. */
export function createDrawnScreen({ terminal, header, onQuit, onInputEnd }: ScreenOptions): Screen {
  let shown: string[] = [];
  let isDue = false;
  let isOver = false;
  const stack = createPageStack(refresh);
  const keys = createKeyReader(press);

  terminal.write(enter);
  const stopListening = terminal.listen({
    onInput: (input) => keys.read(input),
    onResize: drawAll,
    onInputEnd: () => onInputEnd?.(),
  });
  const release = guardExit(end);

  function end(): void {
    if (isOver) return;
    isOver = true;
    release();
    keys.stop();
    stopListening();
    stack.closeAll();
    terminal.write(leave);
  }

  /** The terminal has another size, so nothing of what was drawn can be relied on. */
  function drawAll(): void {
    shown = [];
    terminal.write('\u001B[2J');
    refresh();
  }

  function refresh(): void {
    if (isDue || isOver) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (!isOver) draw();
    });
  }

  function draw(): void {
    const entry = stack.top;
    if (!entry) return;
    const rows = rowsOf(entry);
    let out = '';
    for (const [place, row] of rows.entries()) {
      if (shown[place] !== row) out += `\u001B[${place + 1};1H${row}\u001B[K`;
    }
    shown = rows;
    if (out !== '') terminal.write(out);
  }

  function measure(entry: OpenPage) {
    const { columns, rows } = terminal.size();
    const width = Math.min(columns, widest);
    const view = entry.page.view();
    const layout = withField(
      entry,
      view,
      layOut({ blocks: [...problem(entry.problem), ...view.blocks] }, width),
      width,
    );
    const body = Math.max(1, rows - frameRows);
    return { view, layout, width, body, scroller: createScroller(entry, layout, body) };
  }

  function rowsOf(entry: OpenPage): string[] {
    const { view, layout, width, body, scroller } = measure(entry);
    scroller.settle();
    const visible = layout.lines.slice(entry.scroll, entry.scroll + body);
    const paint = (line: Line) => paintLine(line, line.action?.key === entry.selected);
    const lines = [...visible.map(paint), ...Array.from({ length: body - visible.length }, () => '')];
    return [
      headerRow(width),
      styled(clipText(harmlessLine(view.title), width), 'strong', terminal.hasColours),
      ...lines,
      styled(clipText(keyHints(view.field, scroller.hasMore, stack.canGoBack), width), 'dim', terminal.hasColours),
    ];
  }

  function paintLine({ text, style, action }: Line, isSelected: boolean): string {
    if (!action) return styled(text, style, terminal.hasColours);
    if (!isSelected) return styled(text, style, terminal.hasColours);
    return styled('>'.padEnd(cursorColumns) + text.slice(cursorColumns), 'strong', terminal.hasColours);
  }

  function headerRow(width: number): string {
    const { text, state, style } = header();
    const end = clipText(harmlessLine(state), Math.floor(width / 2));
    const begin = clipText(harmlessLine(text), width - textWidth(end) - 1);
    const between = ' '.repeat(Math.max(1, width - textWidth(begin) - textWidth(end)));
    return begin + between + styled(end, style, terminal.hasColours);
  }

  function press(key: Key): void {
    if (isOver) return;
    if (key.name === 'quit') return onQuit();
    const entry = stack.top;
    if (!entry) return;
    if (key.name === 'escape') return stack.back();
    const { view, layout, scroller } = measure(entry);
    if (view.field && pressInField(entry, key, view.field)) {
      scroller.scrollTo(layout.lines.length);
      return refresh();
    }
    move(key, entry, layout, scroller);
    refresh();
  }

  function pressInField(entry: OpenPage, key: Key, field: Field): boolean {
    if (key.name !== 'enter') return editField(entry, key, field.maxLength);
    stack.submit(entry, field, entry.typed);
    return true;
  }

  function move(key: Key, entry: OpenPage, layout: Layout, scroller: ReturnType<typeof createScroller>): void {
    switch (key.name) {
      case 'down':
      case 'tab':
        return scroller.down();
      case 'up':
        return scroller.up();
      case 'page-down':
        return scroller.pageDown();
      case 'page-up':
        return scroller.pageUp();
      case 'home':
        return scroller.home();
      case 'end':
        return scroller.end();
      case 'left':
      case 'backspace':
        return stack.back();
      case 'enter':
      case 'right': {
        const { selected } = scroller;
        if (selected) return stack.runAction(entry, selected.action);
        return scroller.pageDown();
      }
      case 'text':
        if (key.isPasted) return;
        if (key.text === ' ') return scroller.pageDown();
        return pressNumber(key.text, entry, layout, scroller);
    }
  }

  /** Chooses an action by its number, if it is visible. */
  function pressNumber(text: string, entry: OpenPage, layout: Layout, scroller: ReturnType<typeof createScroller>) {
    const placed = /^[1-9]$/.test(text) ? layout.actions[Number(text) - 1] : undefined;
    if (!placed || !scroller.isVisible(placed)) return;
    entry.selected = placed.action.key;
    stack.runAction(entry, placed.action);
  }

  return { open: stack.open, close: stack.close, refresh, end };
}

/** Adds the input field below the lines of the page, with the text typed so far, and places the cursor in it. */
function withField(entry: OpenPage, { field }: View, layout: Layout, width: number): Layout {
  if (!field) return layout;
  const characters = Array.from(entry.typed);
  const typed = [...characters.slice(0, entry.place), '▏', ...characters.slice(entry.place)].join('');
  const lines: Line[] = [
    ...layout.lines,
    { text: '', style: 'plain' },
    ...wrapText(harmlessLine(field.label), width).map((text) => ({ text, style: 'strong' as const })),
    ...wrapText(harmlessLine(typed), width).map((text) => ({ text, style: 'accent' as const })),
  ];
  return { ...layout, lines };
}

function keyHints(field: Field | undefined, hasMore: boolean, canGoBack: boolean): string {
  const back = programText(canGoBack ? 'keys.back' : 'keys.close');
  return programText(field ? 'keys.field' : hasMore ? 'keys.more' : 'keys.choose', { back });
}
