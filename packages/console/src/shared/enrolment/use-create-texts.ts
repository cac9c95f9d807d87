import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './create-passcodes.texts.json';

/** The texts of the forms that make passcodes. */
export const useCreateTexts = textsHook('create-passcodes', texts);
