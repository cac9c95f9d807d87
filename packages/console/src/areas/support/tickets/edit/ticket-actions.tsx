import {
  isOngoing,
  readTicketMessages,
  ticketTransitions,
  type Ticket,
  type TicketSide,
  type TicketStatus,
} from '@fairwatch/contract';
import { ActionIcon, Text } from '@mantine/core';
import { IconDots, IconEdit } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../../core/api/client.ts';
import { useCan } from '../../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../../core/components/overlays/confirm-dialog.tsx';
import { DropPanel, PanelOption } from '../../../../core/components/overlays/drop-panel.tsx';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { sides } from '../sides.ts';
import { saveEdit } from './update-ticket.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';

const EditTicket = lazyDialog(async () => (await import('./edit-ticket.tsx')).EditTicket);

interface TicketActionsProps {
  ticket: Ticket;
  side: TicketSide;
}

/** The Edit button and the menu of a ticket in the list. */
export function TicketActions({ ticket, side }: TicketActionsProps) {
  const { t } = useTicketTexts();
  const [editing, setEditing] = useState(false);
  const mayChange = useCan(sides[side].change);
  const { id } = ticket;
  return (
    <span className="fw-inline">
      {mayChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('action.editOf', { id })}
          title={t('action.edit')}
          onClick={() => setEditing(true)}
        >
          <IconEdit size={16} aria-hidden />
        </ActionIcon>
      )}
      <MoreMenu {...{ ticket, side, mayChange }} />
      {editing && <EditTicket ticket={ticket} close={() => setEditing(false)} />}
    </span>
  );
}

function MoreMenu({ ticket, side, mayChange }: TicketActionsProps & { mayChange: boolean }) {
  const { t } = useTicketTexts();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, version, status, unreadCount, lastMessage } = ticket;
  const setStatus = (next: TicketStatus) => void toastPromise(saveEdit(id, version, { status: next })).catch(() => {});
  const markRead = async () => {
    const upTo = lastMessage === null ? {} : { upTo: lastMessage.id };
    await toastPromise(call(readTicketMessages, { ticketId: id, ...upTo })).catch(() => {});
    await refetchChanged('tickets');
  };
  return (
    <>
      <DropPanel label={t('action.moreOf', { id })} face={<IconDots size={16} aria-hidden />}>
        <PanelOption onClick={() => void navigate({ to: sides[side].pageOf(id) })}>{t('action.open')}</PanelOption>
        {mayChange && unreadCount > 0 && <PanelOption onClick={() => void markRead()}>{t('action.read')}</PanelOption>}
        {mayChange &&
          ticketTransitions[status]
            .filter((next) => next !== 'OPEN' || !isOngoing(status))
            .map((next) => (
              <PanelOption key={next} onClick={() => (next === 'CANCELLED' ? setIsConfirming(true) : setStatus(next))}>
                {t(`action.to.${next}`)}
              </PanelOption>
            ))}
      </DropPanel>
      <ConfirmDialog
        opened={isConfirming}
        title={t('action.cancelTitle', { id })}
        confirm={t('action.cancelConfirm')}
        cancel={t('action.cancelKeep')}
        onConfirm={() => {
          setIsConfirming(false);
          setStatus('CANCELLED');
        }}
        onCancel={() => setIsConfirming(false)}
      >
        <Text size="sm">{t('action.cancelText')}</Text>
      </ConfirmDialog>
    </>
  );
}
