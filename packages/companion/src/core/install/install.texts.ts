import { translator } from '@fairwatch/contract';
import texts from './install.texts.json';

export const t = translator('companion/install', texts);
