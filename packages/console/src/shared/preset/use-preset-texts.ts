import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './preset.texts.json';

export const usePresetTexts = textsHook('preset', texts);
