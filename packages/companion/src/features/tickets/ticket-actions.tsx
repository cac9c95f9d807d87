import { ticketTransitions, type PersonTicket } from '@fairwatch/contract';
import { problemText, ticketWords } from '@fairwatch/device/words';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { useUnderWay } from '../../core/updates/under-way.ts';

type NewStatus = 'OPEN' | 'CLOSED' | 'CANCELLED';

/** Closes a ticket, reopens it, or takes it back. */
export function TicketActions({ ticket: { ticketId, status } }: { ticket: PersonTicket }) {
  const { client } = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const [pendingStatus, setPendingStatus] = useState<NewStatus | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Chosen before the last start, and kept until the server has it. */
  const keptStatus = useLive(({ unsentTickets }) =>
    unsentTickets.findLast((frame) => frame.type === 'ticket-status' && frame.ticketId === ticketId),
  );
  useUnderWay(pendingStatus !== null);
  const next = ticketTransitions[status];
  const change = (to: NewStatus) => {
    setPendingStatus(to);
    setIsConfirming(false);
    setProblem(null);
    client.tickets
      .setStatus(ticketId, to)
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setPendingStatus(null));
  };
  if (isConfirming) {
    return (
      <>
        <Text>{ticketWords('takenBack.warning')}</Text>
        <Group grow>
          <Button size="md" variant="default" onClick={() => setIsConfirming(false)}>
            {ticketWords('takenBack.no')}
          </Button>
          <Button size="md" color="red.9" onClick={() => change('CANCELLED')}>
            {ticketWords('takenBack.yes')}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <Group grow>
        {status === 'CLOSED' && (
          <Button size="md" loading={pendingStatus === 'OPEN'} onClick={() => change('OPEN')}>
            {ticketWords('reopen')}
          </Button>
        )}
        {next.includes('CANCELLED') && (
          <Button
            size="md"
            variant="default"
            loading={pendingStatus === 'CANCELLED'}
            onClick={() => setIsConfirming(true)}
          >
            {ticketWords('takeBack')}
          </Button>
        )}
        {next.includes('CLOSED') && (
          <Button size="md" variant="default" loading={pendingStatus === 'CLOSED'} onClick={() => change('CLOSED')}>
            {ticketWords('close')}
          </Button>
        )}
      </Group>
      {(pendingStatus !== null || keptStatus !== undefined) && !isConnected && (
        <Text component="output" display="block" c="dimmed">
          {ticketWords('doneLater')}
        </Text>
      )}
      <Problem text={problem} />
    </>
  );
}
