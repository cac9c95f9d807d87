import { isOngoing, type TicketDetail } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { Composer } from '../composer/composer.tsx';
import classes from '../ticket.module.css';
import { saveEdit } from '../edit/update-ticket.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';

interface ChatFootProps {
  ticket: TicketDetail;
  onSent: () => void;
}

/** The composer, or the reason why the admin cannot write. */
export function ChatFoot({ ticket: { id, version, status, mayChange }, onSent }: ChatFootProps) {
  const { t } = useTicketTexts();
  if (isOngoing(status) && mayChange) return <Composer key={id} ticketId={id} onSent={onSent} />;
  const reason = status === 'CLOSED' || status === 'CANCELLED' ? t(`ended.${status}`) : t('ended.readOnly');
  const reopen = () => void toastPromise(saveEdit(id, version, { status: 'OPEN' })).catch(() => {});
  return (
    <Group gap="xs" px="md" py="sm" fz="sm" c="dimmed" className={classes.foot}>
      <IconLock size={16} aria-hidden />
      <span>{reason}</span>
      {status === 'CLOSED' && mayChange && (
        <Button size="compact-sm" variant="light" onClick={reopen}>
          {t('ended.reopen')}
        </Button>
      )}
    </Group>
  );
}
