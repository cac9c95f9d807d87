import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange } from './i18n.ts';

/** The language of the page. Whoever formats numbers or dates, or asks `i18n.t`, is rendered again with it. */
export function useLanguage(): string {
  return useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
}
