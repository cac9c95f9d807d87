import { usePaletteTexts } from './use-palette-texts.ts';

/** Other words by which a page is found, by the key of its name: people say "sms" for text messages. */
export function usePageWords(): (label: string) => string {
  const { t } = usePaletteTexts();
  return (label) => t(`pageWords.${label}`, { defaultValue: '' });
}
