import { translator } from '@fairwatch/contract';
import texts from './log-words.texts.json' with { type: 'json' };

/** The English texts, which say which keys there are. */
export const logTexts = texts;
export type LogTexts = typeof texts;
export const logText = translator('server/log-words', texts);
