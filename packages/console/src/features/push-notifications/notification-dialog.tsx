import type { PushNotification } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../core/components/dialog.tsx';
import { Moment } from '../../core/components/moment.tsx';
import { StatusOf, TypeOf } from './notification-badges.tsx';
import classes from './push-notifications.module.css';

interface NotificationDialogProps {
  notification: PushNotification;
  close: () => void;
}

/** One notification whole, and what became of it so far. */
export function NotificationDialog({ notification, close }: NotificationDialogProps) {
  const { t } = useTranslation('push-notifications');
  const { title, message, type, status, sentBy } = notification;
  return (
    <Dialog title={title} close={close}>
      <p className={classes.marks}>
        <TypeOf type={type} />
        <StatusOf status={status} />
      </p>
      <p className={classes.message} dir="auto">
        {message}
      </p>
      <p className={classes.meaning}>{t(`meaning.${status}`)}</p>
      <dl className={classes.facts}>
        <Fact name={t('columns.sentBy')}>{sentBy}</Fact>
        <Step name={t('view.sent')} at={notification.createdAt} />
        {status === 'QUEUED' && <Step name={t('view.until')} at={notification.expiresAt} />}
        <Step name={t('view.delivered')} at={notification.deliveredAt} />
        <Step name={t('view.seen')} at={notification.seenAt} />
        <Step name={t('view.dismissed')} at={notification.dismissedAt} />
      </dl>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('view.close')}
        </Button>
      </Group>
    </Dialog>
  );
}

function Step({ name, at }: { name: string; at: string | null }) {
  return <Fact name={name}>{at === null ? '–' : <Moment at={at} />}</Fact>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
