import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './create-passcodes.texts.json';

addTexts('create-passcodes', texts);

/** The texts of the forms that make passcodes. */
export function useCreateTexts() {
  return useTranslation('create-passcodes');
}
