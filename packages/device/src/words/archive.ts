import { translator } from '@fairwatch/contract';
import { sizeText } from './sizes.ts';
import texts from './texts/archive.texts.json' with { type: 'json' };
import { dateTimeText } from './times.ts';

/** What is said about the file with everything that the server holds about the person. */
export const archiveWords = translator('device/archive', texts);

export function downloadingText(received: number, size: number): string {
  return archiveWords('downloading', { received: sizeText(received), size: sizeText(size) });
}

export function archiveReadyText(size: number, expiresAt: string): string {
  return archiveWords('ready', { size: sizeText(size), expiresAt: dateTimeText(expiresAt) });
}

/** The name of the file, by the day on which it was made. */
export function archiveFileName(now = new Date()): string {
  return `everything-about-me-${now.toISOString().slice(0, 10)}.zip`;
}
