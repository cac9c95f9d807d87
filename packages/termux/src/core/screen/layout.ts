import { harmlessLine, harmlessLines } from './harmless.ts';
import type { Action, Block, Style, View } from './view.ts';
import { textWidth, wrapText } from './wrap-text.ts';

/** One line of a page. */
export interface Line {
  text: string;
  style: Style;
  /** The action whose label begins here. Its first columns are for the cursor. */
  action?: Action;
}

/** Where an action stands. */
export interface PlacedAction {
  action: Action;
  /** Its first and its last line. */
  from: number;
  to: number;
}

export interface Layout {
  lines: readonly Line[];
  actions: readonly PlacedAction[];
}

/** The columns before each action, where the cursor is drawn. */
export const cursorColumns = 2;

/** Lays a page out for so many columns. `countedTo` says up to which action the numbers are shown. */
export function layOut({ blocks }: Pick<View, 'blocks'>, columns: number, countedTo = 9): Layout {
  const lines: Line[] = [];
  const actions: PlacedAction[] = [];
  let previous: Block['kind'] | null = null;
  for (const block of blocks) {
    if (isApart(previous, block.kind)) lines.push({ text: '', style: 'plain' });
    previous = block.kind;
    if (block.kind === 'action') {
      const from = lines.length;
      const number = actions.length + 1;
      lines.push(...actionLines(block, number <= countedTo ? number : null, columns));
      actions.push({ action: block, from, to: lines.length - 1 });
    } else {
      lines.push(...blockLines(block, columns));
    }
  }
  return { lines, actions };
}

/** Whether an empty line stands between two blocks. */
function isApart(previous: Block['kind'] | null, next: Block['kind']): boolean {
  if (previous === null || previous === 'gap' || next === 'gap') return false;
  if (next === 'heading') return true;
  return (next === 'action') !== (previous === 'action') && previous !== 'heading';
}

function blockLines(block: Exclude<Block, Action>, columns: number): Line[] {
  switch (block.kind) {
    case 'gap':
      return [{ text: '', style: 'plain' }];
    case 'heading':
      return wrapped(block.text, columns, 'strong');
    case 'text':
      return wrapped(block.text, columns, block.style);
    case 'prose':
      return harmlessLines(block.text).flatMap((line) => wrapped(line, columns, 'plain'));
    case 'quote':
      return harmlessLines(block.text).flatMap((line) => indented('│ ', '│ ', line, columns, 'plain'));
    case 'facts':
      return block.facts.flatMap(([name, value]) => indented('', '  ', `${name}: ${value}`, columns, 'plain'));
  }
}

function actionLines(action: Action, number: number | null, columns: number): Line[] {
  const { label, mark, hints = [], style = 'plain' } = action;
  const cursor = ' '.repeat(cursorColumns);
  const before = `${cursor}${number ?? ' '} ${mark === undefined ? '' : `${mark} `}`;
  // The label and its hints begin below one another, unless the mark leaves them no room.
  const indent = ' '.repeat(Math.min(textWidth(before), Math.floor(columns / 4)));
  const [first, ...rest] = indented(before, indent, label, columns, style);
  return [
    ...(first ? [{ ...first, action }] : []),
    ...rest,
    ...hints.flatMap((hint) => indented(indent, indent, hint, columns, 'dim')),
  ];
}

function wrapped(words: string, columns: number, style: Style): Line[] {
  return wrapText(harmlessLine(words), columns).map((line) => ({ text: line, style }));
}

function indented(first: string, others: string, words: string, columns: number, style: Style): Line[] {
  return wrapText(harmlessLine(words), columns - Math.max(first.length, others.length)).map((line, place) => ({
    text: (place === 0 ? first : others) + line,
    style,
  }));
}
