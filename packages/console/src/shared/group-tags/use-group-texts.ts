import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './group.texts.json';

/** The texts about groups that several pages share. */
export const useGroupTexts = textsHook('group', texts);
