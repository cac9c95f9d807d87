import { translator } from '@fairwatch/contract';
import texts from './shared-items.texts.json';

export const itemText = translator('companion/shared-items', texts);
