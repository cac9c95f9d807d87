import { textsHook } from '../../../core/i18n/use-translation.ts';
import texts from './palette.texts.json';

export const usePaletteTexts = textsHook('palette', texts);

/** Returns a lookup of the search keywords of a page by the key of its name, such as "sms" for text messages. */
export function usePageKeywords(): (label: string) => string {
  const { t } = usePaletteTexts();
  return (label) => t(`pageWords.${label}`, { defaultValue: '' });
}
