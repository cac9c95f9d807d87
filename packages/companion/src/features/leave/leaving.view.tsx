import { leavingText, leavingWords } from '@fairwatch/device/words';
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
      <Message title={leavingWords.forget.title} text={leavingWords.forget.text(saved.server)}>
        <Button size="md" color="red" onClick={() => void onForget()}>
          {leavingWords.forget.yes}
        </Button>
        <Button size="md" variant="default" onClick={() => setIsConfirming(false)}>
          {leavingWords.forget.no}
        </Button>
      </Message>
    );
  }
  return (
    <Message title={leavingWords.title} text={leavingWords.text}>
      <Text component="output" display="block" maw="28rem">
        {leavingText(saved.server, connection === 'connected', 'Open this page again later if you close it now.')}
      </Text>
      <Button size="md" onClick={() => client.reconnectNow()}>
        {leavingWords.retry}
      </Button>
      <Button size="md" variant="subtle" onClick={() => setIsConfirming(true)}>
        {leavingWords.gone}
      </Button>
    </Message>
  );
}
