import type { PushNotification } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Moment } from '../../../core/components/time/moment.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { StatusBadge, TypeBadge } from './notification-badges.tsx';
import classes from './push-notifications.module.css';

interface NotificationDialogProps {
  notification: PushNotification;
  close: () => void;
}

/** The full text of a notification, and when it was sent, delivered and read. */
export function NotificationDialog({ notification, close }: NotificationDialogProps) {
  const { t } = useTranslation('push-notifications');
  const { title, message, type, status, sentBy } = notification;
  return (
    <Dialog title={title} close={close}>
      <Group component="p" my="xs">
        <TypeBadge type={type} />
        <StatusBadge status={status} />
      </Group>
      <p className={classes.message} dir="auto" lang={notification.language ?? undefined}>
        {message}
      </p>
      <Text c="dimmed">{t(`meaning.${status}`)}</Text>
      <div className={classes.facts}>
        <Facts
          dense
          facts={[
            [t('columns.sentBy'), sentBy],
            [t('view.sent'), momentOf(notification.createdAt)],
            ...(status === 'QUEUED' ? [[t('view.until'), momentOf(notification.expiresAt)] as const] : []),
            [t('view.delivered'), momentOf(notification.deliveredAt)],
            [t('view.seen'), momentOf(notification.seenAt)],
            [t('view.dismissed'), momentOf(notification.dismissedAt)],
          ]}
        />
      </div>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('view.close')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** The time of an event; nothing while it has not happened. */
function momentOf(at: string | null): ReactNode {
  return at === null ? '' : <Moment at={at} />;
}
