import { isOngoing } from '@fairwatch/contract';
import { dateTimeText, ticketMark, ticketWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { useParams } from 'wouter';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { TicketActions } from './ticket-actions.tsx';
import classes from './tickets.module.css';
import { useConversation } from './use-conversation.ts';
import { t } from './tickets.texts.ts';

/** The page of one ticket with its conversation. */
export function TicketView() {
  const ticketId = Number(useParams()['ticketId']);
  const ticket = useLive((live) => live.tickets.tickets.find((each) => each.ticketId === ticketId));
  const conversation = useConversation(ticketId);
  const status = ticket && ticketMark(ticket.status);
  return (
    <>
      <BackLink href="/tickets">{t('all')}</BackLink>
      <PageTitle>{ticket?.title ?? ticketWords('numbered', { ticketId })}</PageTitle>
      {ticket && status && (
        <Card>
          <div className={classes.marks}>
            <ToneBadge tone={status.tone}>{status.label}</ToneBadge>
            <ToneBadge tone="plain">{ticketWords(`categories.${ticket.category}`)}</ToneBadge>
            <ToneBadge tone="plain">
              {t('urgency', { priority: ticketWords(`priorities.${ticket.priority}`) })}
            </ToneBadge>
          </div>
          <Text className={classes.description} dir="auto">
            {ticket.description}
          </Text>
          <Text c="dimmed" size="sm">
            {ticketWords('sentAt', { ticketId, moment: dateTimeText(ticket.openedAt) })}
          </Text>
          <TicketActions ticket={ticket} />
        </Card>
      )}
      <Conversation ticketId={ticketId} {...conversation} />
      {ticket && isOngoing(ticket.status) && <Composer key={ticketId} ticketId={ticketId} />}
      {ticket && !isOngoing(ticket.status) && (
        <Text c="dimmed" ta="center" mt="lg">
          {ticket.status === 'CLOSED' ? ticketWords('over.CLOSED') : ticketWords('over.CANCELLED')}
        </Text>
      )}
    </>
  );
}
