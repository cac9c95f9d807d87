import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './group.texts.json';

addTexts('group', texts);

/** The texts about groups that several pages share. */
export function useGroupTexts() {
  return useTranslation('group');
}
