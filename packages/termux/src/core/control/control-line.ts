import { oneLine } from '../text/one-line.ts';
import { programText } from '../texts/program.texts.ts';

/** The longest line of a tap, in bytes. */
export const maxLineBytes = 64;
/** The longest answer, in bytes. */
export const maxAnswerBytes = 4096;

export function controlAnswer(isDone: boolean, text: string): string {
  return `${isDone ? 'ok' : 'no'} ${oneLine(text)}`.trim();
}

/** What the running process answered. */
export function readAnswer(line: string): { isDone: boolean; text: string } {
  const [, word = '', text = ''] = /^(ok|no)(?: (.*))?$/.exec(line.trim()) ?? [];
  return { isDone: word === 'ok', text: text || (word === '' ? programText('control.noAnswer') : '') };
}
