import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './run.texts.json';

addTexts('run', texts);

/** The texts about runs that several pages share. */
export function useRunTexts() {
  return useTranslation('run');
}
