import { translator } from '@fairwatch/contract/translator';
import texts from './pages.texts.json' with { type: 'json' };

export const pageText = translator('termux/pages', texts);
