import { addTexts } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import texts from './components.texts.json';

addTexts('components', texts);

/** The texts of the shared components. They are part of the chunks that import this file, not of the first load. */
export function useComponentTexts() {
  return useTranslation('components');
}
