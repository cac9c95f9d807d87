import { dayOf } from '../components/time/days.ts';

/** A file name of words that every file system accepts, such as `contacts-anna-s-phone-2026-11-15`. */
export function fileNameOf(words: readonly string[], moment: string): string {
  return [...words.map(fileWord).filter(Boolean), moment].join('-');
}

/** The name of an exported file, such as `contacts-anna-s-phone-2026-11-15.xlsx`, with the day in the time zone of the browser. */
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
