import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './components.texts.json';

addTexts('components', texts);

/** The shared components' texts; they arrive with the first page that uses one of them. */
export function useComponentTexts() {
  return useTranslation('components');
}
