import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './palette.texts.json';

addTexts('palette', texts);

export function usePaletteTexts() {
  return useTranslation('palette');
}
