import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './companion.texts.json';

addTexts('companion', texts);

/** The texts about links that are opened on a phone. */
export function useCompanionTexts() {
  return useTranslation('companion');
}
