import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import texts from './status-pages.texts.json';

addTexts('status-pages', texts);

export function useStatusTexts() {
  return useTranslation('status-pages');
}
