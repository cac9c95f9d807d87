import type { NewsKind } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './news-kinds.texts.json';

addTexts('news-kinds', texts);

/** The name of each kind of notification. */
export function useNewsKinds(): (kind: NewsKind) => string {
  const { t } = useTranslation('news-kinds');
  return (kind) => t(`kind.${kind}`);
}
