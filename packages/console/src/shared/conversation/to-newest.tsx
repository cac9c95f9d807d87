import '@mantine/core/styles/VisuallyHidden.layer.css';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import classes from './conversation-scroller.module.css';
import { useConversationTexts } from './use-conversation-texts.ts';
import { useUnseen } from './use-unseen.ts';

interface ToNewestProps {
  atEnd: boolean;
  messages: readonly { id: number | null }[];
  /** True when the newest messages are loaded. */
  complete: boolean;
  newestId: number | null;
  go: () => void;
}

/** A button that scrolls to the end of the conversation, with the number of messages since the reader was last there. */
export function ToNewest({ atEnd, messages, complete, newestId, go }: ToNewestProps) {
  const { t } = useConversationTexts();
  const unseen = useUnseen({ atEnd, messages, complete, newestId });
  const words = unseen === 'some' ? t('newSome') : unseen > 0 ? t('new', { count: unseen }) : '';
  return (
    <>
      <VisuallyHidden component="output">{words}</VisuallyHidden>
      {!atEnd && (
        <Button
          className={classes.toNewest}
          size="compact-md"
          radius="xl"
          variant={words === '' ? 'default' : 'filled'}
          aria-label={words === '' ? t('newest') : undefined}
          title={t('newest')}
          onClick={go}
        >
          {words} <IconArrowDown size={16} aria-hidden />
        </Button>
      )}
    </>
  );
}
