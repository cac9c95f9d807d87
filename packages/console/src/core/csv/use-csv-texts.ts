import { textsHook } from '../i18n/use-translation.ts';
import texts from './csv.texts.json';

export const useCsvTexts = textsHook('csv', texts);
