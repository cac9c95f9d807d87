import type { NotificationKind } from '@fairwatch/contract';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './notification-kinds.texts.json';

addTexts('notification-kinds', texts);

/** The name of each kind of notification. */
export function useNotificationKinds(): (kind: NotificationKind) => string {
  const { t } = useTranslation('notification-kinds');
  return (kind) => t(`kind.${kind}`);
}
