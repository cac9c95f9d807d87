import { Text } from '@mantine/core';
import { Card } from '../../core/components/card.tsx';
import { momentText } from '../../core/components/moment-text.ts';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Reason } from '../../core/components/reason.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import type { DoneRequest } from '../../core/live/live-state.ts';
import { askedFor } from '../../core/requests/request-words.ts';
import { RequestCards } from '../../core/requests/request-cards.tsx';

/** The page that a push opens: open requests, and those answered since the page was loaded. */
export function RequestsView() {
  const waiting = useLive((live) => live.requests.length + live.questions.length);
  const done = useLive((live) => live.done);
  return (
    <>
      <PageTitle>Requests</PageTitle>
      {waiting === 0 && (
        <Card>
          <Text>Nobody asks for anything right now.</Text>
        </Card>
      )}
      <RequestCards />
      {done.length > 0 && (
        <Card title="Since this page was opened">
          {done.map((entry) => (
            <div key={entry.commandId}>
              <Text>
                {entry.requestedBy} asked for {askedFor(entry.commandType, entry.files)}: {outcomeText(entry)}
              </Text>
              <Reason reason={entry.reason} />
              <Text c="dimmed" size="sm">
                {momentText(entry.at)}
              </Text>
            </div>
          ))}
        </Card>
      )}
    </>
  );
}

function outcomeText({ outcome, rows, failedFiles, problem }: DoneRequest): string {
  const failed = failedFiles === 0 ? '' : `, ${failedFiles} failed`;
  if (outcome === 'done') return `${rows === null || rows === 0 ? 'done' : `sent ${rows}`}${failed}`;
  if (outcome === 'cancelled') return 'taken back, nothing was sent';
  return `nothing was sent. ${problem ?? ''}`.trim();
}
