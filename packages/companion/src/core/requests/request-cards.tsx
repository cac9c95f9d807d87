import { capabilities } from '@fairwatch/contract';
import {
  allowText,
  expiryText,
  followingText,
  questionTitle,
  requestTitle,
  requestWords,
} from '@fairwatch/device/words';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../components/card.tsx';
import { Reason } from '../components/reason.tsx';
import { useLive } from '../live/companion-context.ts';
import { Problem } from '../components/problem.tsx';

/** The open requests of admins, each with who asks for what and why. */
export function RequestCards() {
  const requests = useLive((live) => live.requests);
  const questions = useLive((live) => live.questions);
  return (
    <>
      {requests.map(({ commandId, commandType, requestedBy, reason, minutes, expiresAt, accept, decline }) => (
        <Card key={commandId} title={requestTitle({ requestedBy, commandType })} tone="urgent">
          <Reason reason={reason} />
          {minutes !== null && <Text>{followingText(minutes)}</Text>}
          <Text c="dimmed" size="sm">
            {expiryText(expiresAt)}
          </Text>
          <Group grow>
            <Button size="md" variant="default" onClick={decline}>
              {requestWords('decline')}
            </Button>
            <Button size="md" onClick={accept}>
              {allowText(minutes)}
            </Button>
          </Group>
        </Card>
      ))}
      {questions.map(({ requestId, capability, requestedBy, reason, accept, decline }) => (
        <Card key={requestId} title={questionTitle({ requestedBy, capability })} tone="urgent">
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
          {requestWords('doNotShare')}
        </Button>
        <Button size="md" onClick={answer(accept)}>
          {requestWords('share')}
        </Button>
      </Group>
      <Problem text={problem} />
    </>
  );
}
