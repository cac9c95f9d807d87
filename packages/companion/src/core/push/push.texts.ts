import { translator } from '@fairwatch/contract';
import texts from './push.texts.json';

export const t = translator('companion/push', texts);
