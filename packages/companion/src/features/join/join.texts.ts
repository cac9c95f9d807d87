import { translator } from '@fairwatch/contract';
import texts from './join.texts.json';

export const t = translator('companion/join', texts);
