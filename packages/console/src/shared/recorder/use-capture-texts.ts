import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './captures.texts.json';

addTexts('captures', texts);

/** The texts of all recorders. Those that differ are under the kind of capture. */
export function useCaptureTexts() {
  return useTranslation('captures');
}
