import { capabilityWords, matchLanguage, textLanguage } from '@fairwatch/contract';
import type { ConsentQuestion, PendingRequest } from '@fairwatch/device/core';
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
import { useSeen } from './use-seen.ts';

/** The open requests of admins, each with who asks for what and why. */
export function RequestCards() {
  const requests = useLive((live) => live.requests);
  const questions = useLive((live) => live.questions);
  return (
    <>
      {requests.filter(isOnCard).map((request) => (
        <RequestCard key={request.commandId} request={request} />
      ))}
      {questions.map((question) => (
        <QuestionCard key={question.requestId} question={question} />
      ))}
    </>
  );
}

function RequestCard({ request }: { request: PendingRequest }) {
  useSeen(request.seen);
  return (
    <Card title={requestTitle(request)} tone="urgent">
      <Reason reason={request.reason} />
      {request.minutes !== null && <Text>{followingText(request)}</Text>}
      <Text c="dimmed" size="sm">
        {expiryText(request.expiresAt)}
      </Text>
      <Group grow>
        <Button size="md" variant="default" onClick={request.decline}>
          {requestWords('decline')}
        </Button>
        <Button size="md" onClick={request.accept}>
          {allowText(request.minutes)}
        </Button>
      </Group>
    </Card>
  );
}

function QuestionCard({ question }: { question: ConsentQuestion }) {
  const { capability, requestedBy, reason, seen, accept, decline } = question;
  const words = capabilityWords(
    useLive((live) => live.ground),
    matchLanguage([textLanguage()]),
  );
  useSeen(seen);
  return (
    <Card title={questionTitle({ requestedBy, capability })} tone="urgent">
      <Text>{words[capability].shares}</Text>
      <Reason reason={reason} />
      <Answers accept={accept} decline={decline} />
    </Card>
  );
}

/** A live view is asked for on the whole screen. */
function isOnCard({ commandType }: PendingRequest): boolean {
  return commandType !== 'LIVE_VIEW';
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
