import { translator } from '@fairwatch/contract';
import texts from './watch-words.texts.json' with { type: 'json' };

/** What watches a device, in words for its person and its admins. */
export const watchWords = translator('server/watch-words', texts);
