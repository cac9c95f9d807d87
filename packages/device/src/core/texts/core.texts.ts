import { translator } from '@fairwatch/contract';
import texts from './core.texts.json' with { type: 'json' };

/** What the person reads of what every kind of client does alike. */
export const coreText = translator('device/core', texts);
