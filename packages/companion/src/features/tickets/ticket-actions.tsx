import { ticketTransitions, type PersonTicket } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { problemText } from '../../core/components/problem-text.ts';
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
        <Text>A ticket that is taken back stays readable, but nobody can write to it again.</Text>
        <Group grow>
          <Button size="md" variant="default" onClick={() => setIsConfirming(false)}>
            Keep it
          </Button>
          <Button size="md" color="red" onClick={() => change('CANCELLED')}>
            Take it back
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
            Reopen ticket
          </Button>
        )}
        {next.includes('CANCELLED') && (
          <Button
            size="md"
            variant="default"
            loading={pendingStatus === 'CANCELLED'}
            onClick={() => setIsConfirming(true)}
          >
            Take back
          </Button>
        )}
        {next.includes('CLOSED') && (
          <Button size="md" variant="default" loading={pendingStatus === 'CLOSED'} onClick={() => change('CLOSED')}>
            Close ticket
          </Button>
        )}
      </Group>
      {pendingStatus !== null && !isConnected && (
        <Text component="output" display="block" c="dimmed">
          It is done when the server is connected. Leave this page open.
        </Text>
      )}
      <Problem text={problem} />
    </>
  );
}
