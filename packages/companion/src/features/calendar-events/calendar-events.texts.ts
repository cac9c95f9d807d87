import { translator } from '@fairwatch/contract';
import texts from './calendar-events.texts.json';

export const t = translator('companion/calendar-events', texts);
