import { addTexts } from '../../../core/i18n/i18n.ts';
import { textsHook, useTranslation } from '../../../core/i18n/use-translation.ts';
import navTexts from './nav.texts.json';
import shellTexts from './shell.texts.json';

addTexts('nav', navTexts);
export const useShellTexts = textsHook('shell', shellTexts);

/** The texts for the names of pages and of the sidebar's groups. */
export function useNavTexts() {
  return useTranslation('nav');
}
