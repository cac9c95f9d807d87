import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './pictures.texts.json';

addTexts('pictures', texts);

export function usePictureTexts() {
  return useTranslation('pictures');
}
