import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './access.texts.json';

addTexts('access', texts);

/** The texts for roles, access levels and permissions. They are part of the chunks that import this file, not of the first load. */
export function useAccessTexts() {
  return useTranslation('access');
}
