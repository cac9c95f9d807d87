import { translator } from '@fairwatch/contract/translator';
import texts from './phone.texts.json' with { type: 'json' };

export const phoneText = translator('termux/phone', texts);
