import { addTexts } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import texts from './csv.texts.json';

addTexts('csv', texts);

export function useCsvTexts() {
  return useTranslation('csv');
}
