import { translator } from '@fairwatch/contract';
import texts from './common.texts.json';

export const commonText = translator('companion/common', texts);
