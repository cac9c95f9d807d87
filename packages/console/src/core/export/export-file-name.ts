import { dayOf } from '../components/days.ts';

/** A name for a file that is saved: `contacts-anna-s-phone-2026-11-15`, of words that any file system takes. */
export function fileNameOf(words: readonly string[], moment: string): string {
  return [...words.map(fileWord).filter(Boolean), moment].join('-');
}

/** `contacts-anna-s-phone-2026-11-15.xlsx`: words that any file system takes, and the day in the reader's time zone. */
export function exportFileName(words: readonly string[], day: Date): string {
  return `${fileNameOf(words, dayOf(day))}.xlsx`;
}

function fileWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}
