import { sizeText } from './sizes.ts';
import { dateTimeText } from './times.ts';

/** What is said about the file with everything that the server holds about the person. */
export const archiveWords = {
  title: 'Everything about you',
  what: 'A file with all that the server holds about you: what was collected, who looked at it, messages and tickets.',
  get: 'Get everything about me',
  again: 'Try again',
  beforeLeaving: {
    title: 'Do you want a copy first?',
    note: 'After you have left, nobody can make it any more.',
  },
  waiting: 'The server puts it together. That may take some minutes; you can use other pages meanwhile.',
  notConnected: 'The server is asked as soon as it is connected. Leave this page open.',
} as const;

export function downloadingText(received: number, size: number): string {
  return `Downloading: ${sizeText(received)} of ${sizeText(size)}`;
}

export function archiveReadyText(size: number, expiresAt: string): string {
  return `Your file is ready (${sizeText(size)}). The server deletes its copy on ${dateTimeText(expiresAt)}.`;
}

/** The name of the file, by the day on which it was made. */
export function archiveFileName(now = new Date()): string {
  return `everything-about-me-${now.toISOString().slice(0, 10)}.zip`;
}
