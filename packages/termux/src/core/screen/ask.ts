import type { Screen } from './screen.ts';
import { action, type Block, type Page } from './view.ts';

/** Shows a page until it has an answer. */
export function ask<Answer>(screen: Screen, build: (answer: (value: Answer) => void) => Page): Promise<Answer> {
  return new Promise((resolve) => {
    const page = build((value) => {
      screen.close(page);
      resolve(value);
    });
    screen.open(page);
  });
}

interface Question {
  title: string;
  blocks: readonly Block[];
  yes: string;
  no: string;
}

/** Asks for yes or no; no comes first, and is the answer of who goes back. */
export function askYesOrNo(screen: Screen, { title, blocks, yes, no }: Question): Promise<boolean> {
  return ask<boolean>(screen, (answer) => ({
    view: () => ({ title, blocks: [...blocks, action(no, () => answer(false)), action(yes, () => answer(true))] }),
    back: () => answer(false),
  }));
}

interface TextQuestion {
  title: string;
  blocks?: readonly Block[];
  label: string;
  initial?: string;
  maxLength: number;
  /** Why a text cannot be taken; null when it can. It is shown, and the person types again. */
  refuse?(text: string): string | null;
}

/** Asks for a line of text; null when the person goes back. */
export function askText(screen: Screen, question: TextQuestion): Promise<string | null> {
  const { title, blocks = [], label, initial = '', maxLength, refuse = () => null } = question;
  return ask<string | null>(screen, (answer) => ({
    view: () => ({
      title,
      blocks,
      field: {
        label,
        initial,
        maxLength,
        submit(typed) {
          const text = typed.trim();
          const refusal = refuse(text);
          if (refusal !== null) throw new Error(refusal);
          answer(text);
        },
      },
    }),
    back: () => answer(null),
  }));
}

/** Shows what is being waited for while something is done. Nothing can be chosen meanwhile. */
export async function showWhile<Result>(
  screen: Screen,
  { title, blocks }: { title: string; blocks: readonly Block[] },
  work: Promise<Result>,
): Promise<Result> {
  const page: Page = { view: () => ({ title, blocks }), back: () => undefined };
  screen.open(page);
  try {
    return await work;
  } finally {
    screen.close(page);
  }
}
