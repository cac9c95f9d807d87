import { arabicWords } from './arabic.ts';
import { dutchWords } from './dutch.ts';
import { registerNotices } from './notice.ts';
import { portugueseWords } from './portuguese.ts';
import { turkishWords } from './turkish.ts';

/** Registers the notice in the languages that not every page of a companion loads. */
export function registerFurtherNotices(): void {
  registerNotices({ 'pt-BR': portugueseWords, nl: dutchWords, tr: turkishWords, ar: arabicWords });
}
