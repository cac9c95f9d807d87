import '@mantine/core/styles/Skeleton.layer.css';
import {
  markNotificationsRead,
  notificationList,
  type InputOf,
  type NotificationKind,
  type Notification,
} from '@fairwatch/contract';
import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconCalendarDue,
  IconChecks,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconDeviceMobilePlus,
  IconDeviceMobileX,
  IconEyeCheck,
  IconEyeQuestion,
  IconHandStop,
  IconMessageReply,
  IconShieldHalf,
  IconShieldX,
  IconTicket,
  IconUserCheck,
  IconUserX,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { call } from '../../../core/api/client.ts';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import type { BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useNotificationKinds } from '../../../shared/notification-kinds/use-notification-kinds.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import classes from './notifications.module.css';

const looks: Record<NotificationKind, BadgeLook> = {
  TICKET_CREATED: { icon: IconTicket, tone: 'working' },
  TICKET_REPLY: { icon: IconMessageReply, tone: 'working' },
  COMMAND_DONE: { icon: IconCircleCheck, tone: 'good' },
  COMMAND_FAILED: { icon: IconAlertTriangle, tone: 'bad' },
  COMMAND_DECLINED: { icon: IconHandStop, tone: 'quiet' },
  DEVICE_JOINED: { icon: IconDeviceMobilePlus, tone: 'good' },
  DEVICE_LEFT: { icon: IconDeviceMobileOff, tone: 'quiet' },
  DEVICE_ENDED: { icon: IconDeviceMobileX, tone: 'bad' },
  CONSENT_CHANGED: { icon: IconShieldHalf, tone: 'waiting' },
  AUDIT_MISMATCH: { icon: IconShieldX, tone: 'bad' },
  APPROVAL_ASKED: { icon: IconEyeQuestion, tone: 'waiting' },
  APPROVAL_DECIDED: { icon: IconEyeCheck, tone: 'working' },
  REVIEW_DUE: { icon: IconCalendarDue, tone: 'waiting' },
  ACCOUNT_WAITING: { icon: IconUserQuestion, tone: 'waiting' },
  INVITATION_ACCEPTED: { icon: IconUserCheck, tone: 'good' },
  GUARDIAN_DECLINED: { icon: IconUserX, tone: 'bad' },
  RUN_DONE: { icon: IconChecks, tone: 'good' },
  RUN_INCOMPLETE: { icon: IconAlertTriangle, tone: 'bad' },
  ALERT: { icon: IconBellRinging, tone: 'waiting' },
};

/** Marks a notification, or the whole group, as read. The list is also reloaded after an error, because the server may have stored it. */
async function markRead({ id, status, groupId, groupSize }: Notification): Promise<void> {
  if (status === 'READ') return;
  const which = groupSize > 1 ? { groupIds: [groupId] } : { ids: [id] };
  await call(markNotificationsRead, which).catch(() => undefined);
  await refetchChanged('notifications');
}

interface NotificationRowsProps {
  notifications: readonly Notification[];
  /** The filter of the list; an expanded group uses it too. */
  filter: InputOf<typeof notificationList>['filter'];
}

export function NotificationRows({ notifications, filter }: NotificationRowsProps) {
  return (
    <ul className="fw-lines">
      {notifications.map((notification) =>
        notification.groupSize > 1 ? (
          <Group key={`group ${notification.groupId}`} newest={notification} filter={filter} />
        ) : (
          <Row key={notification.id} notification={notification} title={notification.title} />
        ),
      )}
    </ul>
  );
}

/** Related notifications as one row: their kind and number, the latest one, and the others on demand. */
function Group({ newest, filter }: { newest: Notification; filter: NotificationRowsProps['filter'] }) {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { type, count, deviceName } = newest;
  const what = t(`group.${type}`, { count });
  const title = deviceName === null ? what : t('ofDevice', { device: deviceName, what });
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <Row notification={{ ...newest, message: open ? '' : t('latest', { title: newest.title }) }} title={title}>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<Chevron size={14} aria-hidden />}
        className={classes.above}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'hideEach' : 'showEach')}
        <span className="fw-hidden">: {title}</span>
      </Button>
      {open && <Members id={listId} groupId={newest.groupId} filter={filter} />}
    </Row>
  );
}

/** The number of members that an expanded group shows. The filter by kind finds the others. */
const mostMembers = 100;

function Members({ id, groupId, filter }: Pick<NotificationRowsProps, 'filter'> & { id: string; groupId: number }) {
  const result = useQuery(query(notificationList, { pageSize: mostMembers, filter: { ...filter, groupId } }));
  const error = readError(result);
  if (error) return <ErrorView error={error} retry={() => void result.refetch()} />;
  return (
    <ul id={id} className={`${classes.above} fw-panel fw-lines`} aria-busy={result.isPending}>
      {(result.data?.data ?? []).map((each) => (
        <Row key={each.id} notification={each} title={each.title} inGroup />
      ))}
    </ul>
  );
}

interface RowProps {
  notification: Notification;
  title: string;
  /** True for a member of a group, which already shows the icon of the kind. */
  inGroup?: boolean;
  children?: ReactNode;
}

function Row({ notification, title, inGroup = false, children }: RowProps) {
  const { t } = useTranslation('notifications');
  const nameOf = useNotificationKinds();
  const { type, status, message, createdAt, link } = notification;
  const { icon: Icon, tone } = looks[type];
  const unread = status === 'UNREAD';
  return (
    <li className={classes.row} data-unread={unread || undefined} data-member={inGroup || undefined}>
      {!inGroup && (
        <span className={classes.icon} data-tone={tone} title={nameOf(type)}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className="fw-hidden">{nameOf(type)}</span>
        </span>
      )}
      <div className="fw-grow">
        <div className={classes.title}>
          {link === '' ? (
            title
          ) : (
            <Link to={link} className="fw-plain-link fw-cover-link" onClick={() => void markRead(notification)}>
              {title}
            </Link>
          )}
          {unread && (
            <span className={classes.dot}>
              <span className="fw-hidden">{t('unread')}</span>
            </span>
          )}
        </div>
        {message !== '' && <Text c="dimmed">{message}</Text>}
        <Text component="div" size="xs" c="dimmed" w="fit-content" className={classes.above}>
          <RelativeTime at={createdAt} />
        </Text>
        {children}
      </div>
      {unread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.above}
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

/** Placeholders for the rows while they load. */
export function NotificationSkeleton() {
  return (
    <ul className="fw-lines" aria-busy>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <li key={row} className={classes.row}>
          <Skeleton circle height={34} />
          <div className="fw-grow">
            <Skeleton height={12} width="40%" radius="xl" my={5} />
            <Skeleton height={10} width="65%" radius="xl" />
          </div>
        </li>
      ))}
    </ul>
  );
}
