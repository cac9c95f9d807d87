import type { Fact } from '@fairwatch/device/words';

/** How a line looks. Its words say the same without colours. */
export type Style = 'plain' | 'dim' | 'strong' | 'accent' | 'good' | 'warn' | 'bad';

/** Something that the person can do on a page. */
export interface Action {
  kind: 'action';
  /** Identifies it while the page changes: the cursor stays on it. */
  key: string;
  label: string;
  /** What stands before the label, such as `[x]` for a switch. */
  mark?: string;
  /** What stands below it, paragraph by paragraph. */
  hints?: readonly string[];
  style?: Style;
  /** The reason of a rejection is shown to the person. */
  run(): void | Promise<unknown>;
}

/** A part of a page. Every text is made harmless when it is laid out, whoever wrote it. */
export type Block =
  /** A paragraph. Line breaks in it become spaces, so that no name can begin a line of its own. */
  | { kind: 'text'; text: string; style: Style }
  /** A text with paragraphs, such as the notice. */
  | { kind: 'prose'; text: string }
  /** The words of somebody else. Each of their lines is marked, so that they cannot be taken for the program's. */
  | { kind: 'quote'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'gap' }
  | Action;

/** A line that the person types. */
export interface Field {
  label: string;
  initial: string;
  maxLength: number;
  submit(text: string): void | Promise<unknown>;
}

/** What a page shows now. */
export interface View {
  title: string;
  blocks: readonly Block[];
  /** What the person types on this page; its other keys go to it. */
  field?: Field;
}

/** A page of the screen. */
export interface Page {
  view(): View;
  /** Called when the page comes to the screen; what it returns is called when the page is closed. */
  opened?(): (() => void) | void;
  /** What Escape does. By default it closes the page; the first page stays. */
  back?(): void;
}

export const text = (words: string, style: Style = 'plain'): Block => ({ kind: 'text', text: words, style });
export const dim = (words: string): Block => text(words, 'dim');
export const strong = (words: string): Block => text(words, 'strong');
export const problem = (words: string | null): Block[] => (words === null ? [] : [text(words, 'bad')]);
export const prose = (words: string): Block => ({ kind: 'prose', text: words });
export const quote = (words: string): Block => ({ kind: 'quote', text: words });
export const heading = (words: string): Block => ({ kind: 'heading', text: words });
export const facts = (list: readonly Fact[]): Block => ({ kind: 'facts', facts: list });
export const gap: Block = { kind: 'gap' };

/** Something to choose. Its label is its key unless several can have the same. */
export function action(
  label: string,
  run: Action['run'],
  more: Partial<Pick<Action, 'key' | 'mark' | 'hints' | 'style'>> = {},
): Action {
  return { kind: 'action', key: label, label, run, ...more };
}
