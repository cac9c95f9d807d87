import { doneText, momentText, requestWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Reason } from '../../core/components/reason.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { RequestCards } from '../../core/requests/request-cards.tsx';

/** The page that a push opens: open requests, and those answered since the page was loaded. */
export function RequestsView() {
  const waiting = useLive((live) => live.requests.length + live.questions.length);
  const done = useLive((live) => live.done);
  return (
    <>
      <PageTitle>{requestWords('title')}</PageTitle>
      {waiting === 0 && (
        <Card>
          <Text>{requestWords('none')}</Text>
        </Card>
      )}
      <RequestCards />
      {done.length > 0 && (
        <Card title={requestWords('done')}>
          {done.map((entry) => (
            <div key={entry.commandId}>
              <Text>{doneText(entry)}</Text>
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
