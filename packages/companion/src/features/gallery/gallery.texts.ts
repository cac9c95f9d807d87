import { translator } from '@fairwatch/contract';
import texts from './gallery.texts.json';

export const t = translator('companion/gallery', texts);
