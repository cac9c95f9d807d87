import { leaveWords, leavingText } from '@fairwatch/device/words';
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
        title={leaveWords('leaving.forget.title')}
        text={leaveWords('leaving.forget.text', { server: saved.server })}
      >
        <Button size="md" color="red.9" onClick={() => void onForget()}>
          {leaveWords('leaving.forget.yes')}
        </Button>
        <Button size="md" variant="default" onClick={() => setIsConfirming(false)}>
          {leaveWords('leaving.forget.no')}
        </Button>
      </Message>
    );
  }
  return (
    <Message title={leaveWords('leaving.title')} text={leaveWords('leaving.text')}>
      <Text component="output" display="block" maw="28rem">
        {leavingText(saved.server, connection === 'connected', leaveWords('leaving.openLater'))}
      </Text>
      <Button size="md" onClick={() => client.reconnectNow()}>
        {leaveWords('leaving.retry')}
      </Button>
      <Button size="md" variant="subtle" onClick={() => setIsConfirming(true)}>
        {leaveWords('leaving.gone')}
      </Button>
    </Message>
  );
}
