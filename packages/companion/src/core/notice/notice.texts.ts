import { translator } from '@fairwatch/contract';
import texts from './notice.texts.json';

export const t = translator('companion/notice', texts);
