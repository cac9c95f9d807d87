import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import type { LiveState } from '../../core/live/live-state.ts';
import { Message } from '../../core/shell/message.tsx';

interface EndedViewProps {
  ended: NonNullable<LiveState['ended']>;
  onForget: () => Promise<void>;
}

/** Says how the supervision ended, and offers to delete all data from this browser. */
export function EndedView({ ended: { kind, ending }, onForget }: EndedViewProps) {
  const { saved } = useCompanion();
  const [isForgetting, setIsForgetting] = useState(false);
  if (kind === 'replaced') {
    return (
      <Message
        title="Connected somewhere else"
        text="The same device is open in another browser window. Only one of them can be connected."
        action={{ label: 'Use it here', onClick: () => location.reload() }}
      />
    );
  }
  const forget = () => {
    setIsForgetting(true);
    void onForget();
  };
  return (
    <Message title={titles[kind]} text={texts[kind](saved.server)}>
      {ending !== null && (
        <Text maw="28rem">
          {ending.endedBy} ended it: “{ending.reason}”
        </Text>
      )}
      <Text c="dimmed" maw="28rem">
        This browser still keeps your choices, messages and what you picked to share. Nobody but you can see that.
      </Text>
      <Button size="md" onClick={forget} loading={isForgetting}>
        Remove it from this browser
      </Button>
    </Message>
  );
}

const titles = {
  left: 'You have left',
  ended: 'The supervision has ended',
  refused: 'This server does not know you any more',
  stopped: 'Stopped',
} as const;

const deleted = (server: string) =>
  `${server} has deleted what it collected from this phone, and your name. Nobody can ask anything of it any more.`;

const texts = {
  left: deleted,
  ended: deleted,
  refused: (server: string) =>
    `${server} no longer accepts this device: it was removed there. Nothing can be asked of this phone. To come back, join with a new passcode.`,
  stopped: () => 'Open the page again to go on.',
} as const;
