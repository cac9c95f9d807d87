import { endedByText, endText, leaveWords } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import type { LiveState } from '../../core/live/live-state.ts';
import { Message } from '../../core/shell/message.tsx';
import { commonText } from '../../core/texts/common.texts.ts';

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
        title={leaveWords('ended.title.replaced')}
        text={leaveWords('ended.replaced')}
        action={{ label: commonText('useItHere'), onClick: () => location.reload() }}
      />
    );
  }
  const forget = () => {
    setIsForgetting(true);
    void onForget();
  };
  return (
    <Message title={leaveWords(`ended.title.${kind}`)} text={textOf(kind, saved.server)}>
      {ending !== null && <Text maw="28rem">{endedByText(ending)}</Text>}
      <Text c="dimmed" maw="28rem">
        {leaveWords('ended.browserKeeps')}
      </Text>
      <Button size="md" onClick={forget} loading={isForgetting}>
        {leaveWords('ended.removeFromBrowser')}
      </Button>
    </Message>
  );
}

function textOf(kind: Exclude<EndedViewProps['ended']['kind'], 'replaced'>, server: string): string {
  return kind === 'stopped' ? leaveWords('ended.openAgain') : endText(kind, server);
}
