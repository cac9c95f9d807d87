import { translator } from '@fairwatch/contract';
import texts from './files.texts.json';

export const t = translator('companion/files', texts);
