import { notConnectedText, statusWords } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { Card } from '../../core/components/card.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { useIsOnline } from '../../core/live/online.ts';

/** A warning while the server cannot be reached. Renders nothing otherwise. */
export function ConnectionCard() {
  const { client } = useCompanion();
  const connection = useLive((live) => live.connection);
  const isOnline = useIsOnline();
  if (connection === 'connected' || (connection === 'connecting' && isOnline)) return null;
  return (
    <Card title={statusWords('notConnected')}>
      <Text>{notConnectedText(isOnline)}</Text>
      <Button variant="default" size="md" onClick={() => client.reconnectNow()}>
        {statusWords('retry')}
      </Button>
    </Card>
  );
}
