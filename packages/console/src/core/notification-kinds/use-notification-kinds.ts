import type { NotificationKind } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './notification-kinds.texts.json';

addTexts('notification-kinds', texts);

/** The name of each kind of notification. */
export function useNotificationKinds(): (kind: NotificationKind) => string {
  const { t } = useTranslation('notification-kinds');
  return (kind) => t(`kind.${kind}`);
}
