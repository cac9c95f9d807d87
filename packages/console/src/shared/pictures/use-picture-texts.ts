import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './pictures.texts.json';

addTexts('pictures', texts);

export function usePictureTexts() {
  return useTranslation('pictures');
}
