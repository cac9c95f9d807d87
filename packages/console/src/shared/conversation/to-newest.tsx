import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './conversation-scroller.module.css';
import { useConversationTexts } from './use-conversation-texts.ts';

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
      <output className="fw-hidden">{words}</output>
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

interface UnseenOptions {
  /** True when the reader is at the end of the conversation. */
  atEnd: boolean;
  messages: readonly { id: number | null }[];
  /** True when the newest messages are loaded. */
  complete: boolean;
  /** The id of the newest message, loaded or not; null while it is unknown. */
  newestId: number | null;
}

/** The number of messages since the reader was last at the end; `some` when they are not loaded. */
export function useUnseen({ atEnd, messages, complete, newestId }: UnseenOptions): number | 'some' {
  const end = complete ? (messages.at(-1)?.id ?? null) : newestId;
  // Messages that existed when the conversation was opened are not new.
  const [seen, setSeen] = useState(end);
  if ((atEnd || seen === null) && end !== null && seen !== end) setSeen(end);
  if (seen === null || seen === end) return 0;
  const place = messages.findIndex(({ id }) => id === seen);
  return complete && place >= 0 ? messages.length - 1 - place : 'some';
}
