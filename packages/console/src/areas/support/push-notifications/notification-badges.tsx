import type { NotificationStatus, NotificationType } from '@fairwatch/contract';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconEye,
  IconInfoCircle,
  IconUrgent,
} from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

const statuses: Record<NotificationStatus, BadgeLook> = {
  QUEUED: { icon: IconClock, tone: 'waiting' },
  DELIVERED: { icon: IconBellRinging, tone: 'working' },
  SEEN: { icon: IconEye, tone: 'good' },
  DISMISSED: { icon: IconCheck, tone: 'good' },
  FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  EXPIRED: { icon: IconClockX, tone: 'bad' },
  CANCELLED: { icon: IconCircleX, tone: 'quiet' },
};

const types: Record<NotificationType, BadgeLook> = {
  INFO: { icon: IconInfoCircle, tone: 'quiet' },
  WARNING: { icon: IconAlertTriangle, tone: 'waiting' },
  ALERT: { icon: IconUrgent, tone: 'bad' },
};

/** The delivery status of a notification. */
export function StatusBadge({ status }: { status: NotificationStatus }) {
  const { t } = useTranslation('push-notifications');
  return <ToneBadge {...statuses[status]} label={t(`status.${status}`)} />;
}

/** The urgency of a notification. */
export function TypeBadge({ type }: { type: NotificationType }) {
  const { t } = useTranslation('push-notifications');
  return <ToneBadge {...types[type]} label={t(`type.${type}`)} />;
}
