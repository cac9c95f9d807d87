import { translator } from '@fairwatch/contract';
import texts from './capture.texts.json';

export const t = translator('companion/capture', texts);
