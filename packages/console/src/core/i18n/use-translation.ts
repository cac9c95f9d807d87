import { useTranslation as useUntypedTranslation } from 'react-i18next';
import { addTexts } from './i18n.ts';
import type { TextNamespace, Texts, Translate } from './translate.ts';

/** The texts of a namespace, or of several, in the language of the page. */
export function useTranslation<Namespace extends TextNamespace = 'common'>(
  namespace?: Namespace | readonly Namespace[],
): { t: Translate<Namespace> } {
  return useUntypedTranslation(namespace as string) as unknown as { t: Translate<Namespace> };
}

/** Adds texts under their namespace, from the chunk that imports them, and returns the hook that reads them. */
export function textsHook<Namespace extends TextNamespace>(namespace: Namespace, texts: Texts[Namespace]) {
  addTexts(namespace, texts);
  return function useTexts() {
    return useTranslation(namespace);
  };
}
