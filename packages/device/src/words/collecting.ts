import { translator } from '@fairwatch/contract';
import texts from './texts/collecting.texts.json' with { type: 'json' };

/** What a phone answers about what it collects, records and keeps, to its person and to the admin who asked. */
export const collectWords = translator('device/collecting', texts);
