import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './draft-form.texts.json';

/** The texts that the forms of drafts have in common. */
export const useDraftTexts = textsHook('draft-form', texts);
