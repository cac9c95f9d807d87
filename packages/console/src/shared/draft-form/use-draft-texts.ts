import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './draft-form.texts.json';

addTexts('draft-form', texts);

/** The texts that the forms of drafts have in common. */
export function useDraftTexts() {
  return useTranslation('draft-form');
}
