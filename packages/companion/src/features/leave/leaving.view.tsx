import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { Message } from '../../core/shell/message.tsx';

/** Shown after the person has left, until the server confirms it. Nothing is shared any more. */
export function LeavingView({ onForget }: { onForget: () => Promise<void> }) {
  const { client, saved } = useCompanion();
  const connection = useLive((live) => live.connection);
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming) {
    return (
      <Message
        title="Remove it without telling the server?"
        text={`${saved.server} then keeps what it has collected until an admin ends this device. Do it only if that server is gone for good.`}
      >
        <Button size="md" color="red" onClick={() => void onForget()}>
          Remove it anyway
        </Button>
        <Button size="md" variant="default" onClick={() => setIsConfirming(false)}>
          Go on waiting
        </Button>
      </Message>
    );
  }
  return (
    <Message title="You are leaving" text="Nothing of this phone is shared any more.">
      <Text component="output" display="block" maw="28rem">
        {connection === 'connected'
          ? `${saved.server} is deleting your data…`
          : `${saved.server} is not connected. It is told as soon as it is, and deletes your data then. Open this page again later if you close it now.`}
      </Text>
      <Button size="md" onClick={() => client.reconnectNow()}>
        Try now
      </Button>
      <Button size="md" variant="subtle" onClick={() => setIsConfirming(true)}>
        The server is gone for good
      </Button>
    </Message>
  );
}
