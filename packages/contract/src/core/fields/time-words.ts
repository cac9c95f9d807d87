import { translator } from '../texts/translator.ts';
import texts from './time-words.texts.json' with { type: 'json' };

/** The words of days, hours of the week and schedules. */
export const timeWords = translator('contract/time-words', texts);
