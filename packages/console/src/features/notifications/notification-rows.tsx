import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { markNotificationsRead, type NewsKind, type Notification } from '@fairwatch/contract';
import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconCheck,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconDeviceMobilePlus,
  IconDeviceMobileX,
  IconEyeCheck,
  IconEyeQuestion,
  IconMessageReply,
  IconShieldHalf,
  IconShieldX,
  IconTicket,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import type { BadgeLook } from '../../core/components/tone-badge.tsx';
import { readAgain } from '../../core/socket/read-again.ts';
import classes from './notifications.module.css';

const looks: Record<NewsKind, BadgeLook> = {
  TICKET_CREATED: { icon: IconTicket, tone: 'working' },
  TICKET_REPLY: { icon: IconMessageReply, tone: 'working' },
  COMMAND_DONE: { icon: IconCircleCheck, tone: 'good' },
  COMMAND_FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  DEVICE_JOINED: { icon: IconDeviceMobilePlus, tone: 'good' },
  DEVICE_LEFT: { icon: IconDeviceMobileOff, tone: 'quiet' },
  DEVICE_ENDED: { icon: IconDeviceMobileX, tone: 'bad' },
  CONSENT_CHANGED: { icon: IconShieldHalf, tone: 'waiting' },
  AUDIT_MISMATCH: { icon: IconShieldX, tone: 'bad' },
  APPROVAL_ASKED: { icon: IconEyeQuestion, tone: 'waiting' },
  APPROVAL_DECIDED: { icon: IconEyeCheck, tone: 'working' },
  REVIEW_DUE: { icon: IconCalendarDue, tone: 'waiting' },
};

/** The list is read again whether or not it worked: the server knows. */
async function markRead({ id, status }: Notification): Promise<void> {
  if (status === 'READ') return;
  await call(markNotificationsRead, { ids: [id] }).catch(() => undefined);
  await readAgain('notifications');
}

export function NotificationRows({ notifications }: { notifications: readonly Notification[] }) {
  return (
    <ul className={classes.list}>
      {notifications.map((notification) => (
        <Row key={notification.id} notification={notification} />
      ))}
    </ul>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { t } = useTranslation('notifications');
  const { type, status, title, message, createdAt, link } = notification;
  const { icon: Icon, tone } = looks[type];
  const unread = status === 'UNREAD';
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <span className={classes.icon} data-tone={tone} title={t(`kind.${type}`)}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <VisuallyHidden>{t(`kind.${type}`)}</VisuallyHidden>
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          {link === '' ? (
            title
          ) : (
            <Link to={link} className={classes.link} onClick={() => void markRead(notification)}>
              {title}
            </Link>
          )}
          {unread && (
            <span className={classes.dot}>
              <VisuallyHidden>{t('unread')}</VisuallyHidden>
            </span>
          )}
        </div>
        <p className={classes.message}>{message}</p>
        <div className={classes.when}>
          <RelativeTime at={createdAt} />
        </div>
      </div>
      {unread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.mark}
          aria-label={t('markOne', { title })}
          title={t('markOne', { title })}
          onClick={() => void markRead(notification)}
        >
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

const skeletonRows = 6;

/** The shape of what is still loading. */
export function NotificationSkeleton() {
  return (
    <ul className={classes.list} aria-busy>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <li key={row} className={classes.row}>
          <Skeleton circle height={34} />
          <div className={classes.words}>
            <Skeleton height={12} width="40%" radius="xl" my={5} />
            <Skeleton height={10} width="65%" radius="xl" />
          </div>
        </li>
      ))}
    </ul>
  );
}
