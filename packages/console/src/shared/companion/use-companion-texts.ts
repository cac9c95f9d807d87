import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './companion.texts.json';

/** The texts about links that are opened on a phone. */
export const useCompanionTexts = textsHook('companion', texts);
