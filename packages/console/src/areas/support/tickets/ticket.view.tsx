import '@mantine/core/styles/Skeleton.layer.css';
import { startLiveView, ticketDetail, type TicketDetail, type TicketSide } from '@fairwatch/contract';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconBroadcast, IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { Can } from '../../../core/components/can.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { idInAddress } from '../../../core/router/id-in-address.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { suggestReason } from '../../../shared/reason-gate/reason-store.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { Chat } from './chat/chat.tsx';
import { sides } from './sides.ts';
import { TicketPriorityBadge, TicketStatusBadge } from './ticket-badges.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import classes from './ticket.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';

const EditTicket = lazyDialog(async () => (await import('./edit/edit-ticket.tsx')).EditTicket);

/** One of the signed-in admin's own tickets. */
export function MyTicketView() {
  const { myTicketId }: { myTicketId?: string } = useParams({ strict: false });
  return <TicketPage address={myTicketId} side="MINE" />;
}

/** A ticket that the signed-in admin answers. */
export function SubordinatesTicketView() {
  const { subordinateTicketId }: { subordinateTicketId?: string } = useParams({ strict: false });
  return <TicketPage address={subordinateTicketId} side="SUBORDINATES" />;
}

interface TicketPageProps {
  address: string | undefined;
  side: TicketSide;
}

function TicketPage({ address, side }: TicketPageProps) {
  const ticketId = idInAddress(address);
  const result = useQuery(query(ticketDetail, { ticketId }));
  const error = readError(result);
  const ticket = result.data?.data;
  // The link may come from an admin on the other side of the ticket.
  if (ticket && ticket.side !== side) return <Navigate to={sides[ticket.side].pageOf(ticketId)} replace />;
  return (
    <div className={classes.screen}>
      <TicketHeader ticket={ticket} loading={error === null && ticket === undefined} side={side} />
      {error !== null ? (
        <ErrorView error={error} retry={result.refetch} />
      ) : ticket === undefined ? (
        <Skeleton height="60dvh" radius="md" />
      ) : (
        <div className={classes.page}>
          <TicketFacts ticket={ticket} />
          <Chat key={ticketId} ticket={ticket} />
        </div>
      )}
    </div>
  );
}

interface TicketHeaderProps {
  ticket: TicketDetail | undefined;
  /** True while the ticket loads. */
  loading: boolean;
  side: TicketSide;
}

function TicketHeader({ ticket, loading, side }: TicketHeaderProps) {
  const { t } = useTicketTexts();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <PageHeader
        title={ticket?.title ?? '…'}
        aside={
          ticket && (
            <Group component="span" gap="0.25rem 0.875rem">
              <TicketStatusBadge status={ticket.status} />
              <TicketPriorityBadge priority={ticket.priority} />
            </Group>
          )
        }
        subtitle={ticket && factsOf(ticket, t)}
        actions={
          !loading && (
            <>
              <Button
                variant="default"
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                renderRoot={(props) => <Link to={sides[side].list} {...props} />}
              >
                {t('ticket.back')}
              </Button>
              {ticket && ticket.device !== null && <ShowMe ticket={ticket} device={ticket.device} />}
              {ticket?.mayChange && (
                <Button leftSection={<IconEdit size={16} aria-hidden />} onClick={() => setEditing(true)}>
                  {t('ticket.edit')}
                </Button>
              )}
            </>
          )
        }
      />
      {editing && ticket && <EditTicket ticket={ticket} close={() => setEditing(false)} />}
    </>
  );
}

interface ShowMeProps {
  ticket: TicketDetail;
  device: NonNullable<TicketDetail['device']>;
}

/** Leads to the form that asks the ticket's device for a live view. The ticket is suggested as the reason. */
function ShowMe({ ticket: { id, title }, device: { deviceId } }: ShowMeProps) {
  const { t } = useTicketTexts();
  const link = pageLink('/device/video-recorder/$deviceId', { params: { deviceId }, search: { live: 'open' } });
  return (
    <Can use={startLiveView}>
      <Button
        variant="default"
        leftSection={<IconBroadcast size={16} aria-hidden />}
        title={t('ticket.showMeHint')}
        onClick={() => suggestReason(deviceId, t('ticket.reason', { id, title }))}
        renderRoot={(props) => <Link {...link} {...props} />}
      >
        {t('ticket.showMe')}
      </Button>
    </Can>
  );
}

function factsOf({ id, category, clientName, messageCount }: TicketDetail, t: ReturnType<typeof useTicketTexts>['t']) {
  const facts = [
    t('ticket.number', { id }),
    t(`category.${category}`),
    clientName,
    t('ticket.messages', { count: messageCount }),
  ];
  return facts.join(' · ');
}
