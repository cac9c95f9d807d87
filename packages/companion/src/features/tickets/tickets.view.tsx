import type { PersonTicket } from '@fairwatch/contract';
import type { UnsentTicket } from '@fairwatch/device/core';
import { lastLine, momentText, problemText, ticketMark, ticketWords } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { MailTabs } from '../../core/components/mail-tabs.tsx';
import { ItemList } from '../../core/components/item-list.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import classes from './tickets.module.css';

/** The list of the person's tickets, newest first. */
export function TicketsView() {
  const { tickets: list, more } = useLive((live) => live.tickets);
  const unsent = useLive((live) => live.unsentTickets);
  const opening = unsent.filter((frame) => frame.type === 'ticket-open');
  return (
    <>
      <PageTitle>{ticketWords('title')}</PageTitle>
      <MailTabs />
      <Button
        component={Link}
        href="/tickets/new"
        size="md"
        fullWidth
        mb="md"
        leftSection={<IconPlus size={18} aria-hidden />}
      >
        {ticketWords('write')}
      </Button>
      {list.length === 0 && opening.length === 0 && (
        <Card>
          <Text>{ticketWords('none')}</Text>
        </Card>
      )}
      <ItemList>
        {opening.map((frame) => (
          <OpeningRow key={frame.clientId} frame={frame} />
        ))}
        {list.map((ticket) => (
          <TicketRow key={ticket.ticketId} ticket={ticket} />
        ))}
      </ItemList>
      {more && <OlderTickets before={list.at(-1)?.ticketId ?? null} />}
    </>
  );
}

function TicketRow({
  ticket: { ticketId, title, description, status, unreadCount, openedAt },
}: {
  ticket: PersonTicket;
}) {
  const last = useLive((live) => live.tickets.conversations[ticketId]?.messages.at(-1));
  const { label, tone } = ticketMark(status);
  return (
    <li>
      <Link href={`/tickets/${ticketId}`} className={classes.row} data-new={unreadCount > 0 || undefined}>
        <span className={classes.marks}>
          <ToneBadge tone={tone}>{label}</ToneBadge>
          {unreadCount > 0 && <ToneBadge tone="bad">{ticketWords('newAnswer')}</ToneBadge>}
        </span>
        <span className={classes.title} dir="auto">
          {title}
        </span>
        <span className={classes.line} dir="auto">
          {lastLine(last, description)}
        </span>
        <Text component="span" c="dimmed" size="sm">
          {ticketWords('lastAt', { ticketId, moment: momentText(last?.sentAt ?? openedAt) })}
        </Text>
      </Link>
    </li>
  );
}

function OpeningRow({ frame: { title, description } }: { frame: Extract<UnsentTicket, { type: 'ticket-open' }> }) {
  return (
    <li className={classes.row}>
      <span className={classes.marks}>
        <ToneBadge tone="plain">{ticketWords('waitingToBeSent')}</ToneBadge>
      </span>
      <span className={classes.title} dir="auto">
        {title}
      </span>
      <span className={classes.line} dir="auto">
        {description}
      </span>
    </li>
  );
}

function OlderTickets({ before }: { before: number | null }) {
  const { tickets } = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = () => {
    setIsReading(true);
    setProblem(null);
    tickets
      .readList(before)
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setIsReading(false));
  };
  return (
    <>
      <Problem text={problem} />
      <Button size="md" variant="default" fullWidth mt="md" loading={isReading} disabled={!isConnected} onClick={read}>
        {ticketWords('older')}
      </Button>
    </>
  );
}
