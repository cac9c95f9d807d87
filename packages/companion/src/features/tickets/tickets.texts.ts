import { translator } from '@fairwatch/contract';
import texts from './tickets.texts.json';

export const t = translator('companion/tickets', texts);
