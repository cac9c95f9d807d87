import { translator } from '@fairwatch/contract/translator';
import texts from './program.texts.json' with { type: 'json' };

export const programText = translator('termux/program', texts);
