import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './access.texts.json';

/** The texts for roles, access levels and permissions. They are part of the chunks that import this file, not of the first load. */
export const useAccessTexts = textsHook('access', texts);
