import { translator } from '@fairwatch/contract';
import texts from './browser.texts.json';

export const t = translator('companion/browser', texts);
