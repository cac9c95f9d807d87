import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './csv.texts.json';

addTexts('csv', texts);

export function useCsvTexts() {
  return useTranslation('csv');
}
