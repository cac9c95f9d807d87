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
    <Card title="Not connected">
      <Text>
        {isOnline ? 'The server cannot be reached. It is tried again by itself.' : 'This phone is offline.'} What you
        change now counts here at once, and the server is told when you are back.
      </Text>
      <Button variant="default" size="md" onClick={() => client.reconnectNow()}>
        Try now
      </Button>
    </Card>
  );
}
