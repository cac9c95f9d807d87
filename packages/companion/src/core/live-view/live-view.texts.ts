import { translator } from '@fairwatch/contract';
import texts from './live-view.texts.json';

export const t = translator('companion/live-view', texts);
