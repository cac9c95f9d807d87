import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './access.texts.json';

addTexts('access', texts);

/** Words for roles, levels and features; they arrive with the first page that needs them. */
export function useAccessTexts() {
  return useTranslation('access');
}
