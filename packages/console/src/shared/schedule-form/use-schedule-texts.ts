import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './schedule.texts.json';

/** The texts of the form of a schedule. */
export const useScheduleTexts = textsHook('schedule', texts);
