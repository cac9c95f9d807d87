import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './schedule.texts.json';

addTexts('schedule', texts);

/** The texts of the form of a schedule. */
export function useScheduleTexts() {
  return useTranslation('schedule');
}
