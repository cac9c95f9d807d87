import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './group.texts.json';

addTexts('group', texts);

/** The texts about groups that several pages share. */
export function useGroupTexts() {
  return useTranslation('group');
}
