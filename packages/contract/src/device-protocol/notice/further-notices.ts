import { arabicWords } from './arabic.ts';
import { dutchWords } from './dutch.ts';
import { frenchWords } from './french.ts';
import { germanWords } from './german.ts';
import { registerNotices } from './notice.ts';
import { portugueseWords } from './portuguese.ts';
import { spanishWords } from './spanish.ts';
import { turkishWords } from './turkish.ts';

/** Registers the notice in all languages but English, which the first page of a companion does not load. */
export function registerFurtherNotices(): void {
  registerNotices({
    de: germanWords,
    fr: frenchWords,
    es: spanishWords,
    'pt-BR': portugueseWords,
    nl: dutchWords,
    tr: turkishWords,
    ar: arabicWords,
  });
}
