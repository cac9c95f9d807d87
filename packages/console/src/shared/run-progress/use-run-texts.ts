import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './run.texts.json';

/** The texts about runs that several pages share. */
export const useRunTexts = textsHook('run', texts);
