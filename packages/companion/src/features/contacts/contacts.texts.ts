import { translator } from '@fairwatch/contract';
import texts from './contacts.texts.json';

export const t = translator('companion/contacts', texts);
