import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './pictures.texts.json';

export const usePictureTexts = textsHook('pictures', texts);
