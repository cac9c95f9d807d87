import type { LogVisit } from '@fairwatch/contract';
import { logWords, momentText } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { ItemList } from '../../core/components/item-list.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';

const shown = 3;

/** The latest visits of the log. They are loaded again with each connection and after each request. */
export function LatestVisits() {
  const { client } = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const answered = useLive((live) => live.done);
  const [visits, setVisits] = useState<readonly LogVisit[] | null>(null);
  useEffect(() => {
    if (!isConnected) return;
    let isCurrent = true;
    client.log.readVisits().then(
      (page) => isCurrent && setVisits(page.visits.slice(0, shown)),
      // The log page shows the error; here the last known visits stay.
      () => undefined,
    );
    return () => void (isCurrent = false);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was answered is in the log now
  }, [client, isConnected, answered]);
  return (
    <Card title={logWords('latest')}>
      {visits === null && <Text c="dimmed">{logWords(isConnected ? 'reading' : 'notConnected')}</Text>}
      {visits?.length === 0 && <Text c="dimmed">{logWords('none')}</Text>}
      {visits !== null && visits.length > 0 && (
        <ItemList>
          {visits.map((visit) => (
            <li key={visit.last}>
              <Text>
                <strong>{visit.who}</strong> {visit.summary}
              </Text>
              <Text c="dimmed" size="sm">
                {momentText(visit.to)}
              </Text>
            </li>
          ))}
        </ItemList>
      )}
      <Button component={Link} href="/log" variant="default" size="md">
        {logWords('whole')}
      </Button>
    </Card>
  );
}
