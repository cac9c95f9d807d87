import { addTexts, translateWithin } from './i18n.ts';
import { useLanguage } from './use-language.ts';
import type { TextNamespace, Texts, Translate } from './translate.ts';

/** One function for the same namespaces and language at every render, so that effects and memos may depend on it. */
const known = new Map<string, { t: Translate<never> }>();

/** The texts of a namespace, or of several, in the language of the page. */
export function useTranslation<Namespace extends TextNamespace = 'common'>(
  namespace: Namespace | readonly Namespace[] = 'common' as Namespace,
): { t: Translate<Namespace> } {
  const key = `${useLanguage()} ${String(namespace)}`;
  const found = known.get(key) ?? { t: translateWithin([namespace].flat() as Namespace[]) };
  known.set(key, found as { t: Translate<never> });
  return found as { t: Translate<Namespace> };
}

/** Adds texts under their namespace, from the chunk that imports them, and returns the hook that reads them. */
export function textsHook<Namespace extends TextNamespace>(namespace: Namespace, texts: Texts[Namespace]) {
  addTexts(namespace, texts);
  return function useTexts() {
    return useTranslation(namespace);
  };
}
