import { capabilities } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { Reason } from '../components/reason.tsx';
import { useLive } from '../live/companion-context.ts';
import { askedFor } from './request-words.ts';
import { Problem } from '../components/problem.tsx';

/** The open requests of admins, each with who asks for what and why. */
export function RequestCards() {
  const requests = useLive((live) => live.requests);
  const questions = useLive((live) => live.questions);
  return (
    <>
      {requests.map(({ commandId, commandType, requestedBy, reason, minutes, expiresAt, accept, decline }) => (
        <Card key={commandId} title={`${requestedBy} asks for ${askedFor(commandType)}`} tone="urgent">
          <Reason reason={reason} />
          {minutes !== null && (
            <Text>
              They follow where you are for {minutes} minutes. You see that it runs, and can stop it at any time.
            </Text>
          )}
          <Text c="dimmed" size="sm">
            Until {expiresAt.toLocaleTimeString('en', { timeStyle: 'short' })}. After that the request is over.
          </Text>
          <Group grow>
            <Button size="md" variant="default" onClick={decline}>
              Decline
            </Button>
            <Button size="md" onClick={accept}>
              {minutes === null ? 'Allow once' : `Allow for ${minutes} minutes`}
            </Button>
          </Group>
        </Card>
      ))}
      {questions.map(({ requestId, capability, requestedBy, reason, accept, decline }) => (
        <Card
          key={requestId}
          title={`${requestedBy} asks you to share ${capabilities[capability].title}`}
          tone="urgent"
        >
          <Text>{capabilities[capability].shares}</Text>
          <Reason reason={reason} />
          <Answers accept={accept} decline={decline} />
        </Card>
      ))}
    </>
  );
}

/** Asks the person to share a capability from now on. Without a connection the answer is sent later. */
function Answers({ accept, decline }: { accept: () => Promise<unknown>; decline: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const answer = (give: () => Promise<unknown>) => () =>
    void give().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  return (
    <>
      <Group grow>
        <Button size="md" variant="default" onClick={answer(decline)}>
          Do not share
        </Button>
        <Button size="md" onClick={answer(accept)}>
          Share it
        </Button>
      </Group>
      <Problem text={problem} />
    </>
  );
}
