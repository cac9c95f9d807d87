import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './schedule.texts.json';

addTexts('schedule', texts);

/** The texts of the form of a schedule. */
export function useScheduleTexts() {
  return useTranslation('schedule');
}
