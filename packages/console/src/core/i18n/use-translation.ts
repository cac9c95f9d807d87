import { useTranslation as useUntypedTranslation } from 'react-i18next';
import type { TextNamespace, Translate } from './translate.ts';

/** The texts of a namespace, or of several, in the language of the page. */
export function useTranslation<Namespace extends TextNamespace = 'common'>(
  namespace?: Namespace | readonly Namespace[],
): { t: Translate<Namespace> } {
  return useUntypedTranslation(namespace as string) as unknown as { t: Translate<Namespace> };
}
