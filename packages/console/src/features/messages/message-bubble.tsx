import '@mantine/core/styles/VisuallyHidden.layer.css';
import type { Message } from '@fairwatch/contract';
import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { BubbleFacts } from '../../core/conversation/bubble-facts.tsx';
import type { ConversationRow } from '../../core/conversation/conversation-rows.ts';
import { DayLine } from '../../core/conversation/day-line.tsx';
import { Highlight } from './highlight.tsx';
import { MaskedText } from './masked-text.tsx';
import classes from './message-bubble.module.css';

interface MessageBubbleProps {
  row: ConversationRow<Message>;
  name: string;
  /** Who carries the device. */
  person: string;
  /** The text with its codes, once they were asked for. */
  revealed: string | undefined;
  reveal: (id: number) => void;
  find: string;
  /** One has jumped to it. */
  hit: boolean;
  /** Nothing was written before it. */
  beginning: boolean;
  /** As `dayOf` writes it. */
  today: string;
}

/** One message: received on the left, sent on the right, under its day where that begins. */
export const MessageBubble = memo(function MessageBubble({
  row,
  name,
  person,
  revealed,
  reveal,
  find,
  hit,
  beginning,
  today,
}: MessageBubbleProps) {
  const { t } = useTranslation('messages');
  const { message, at: date, startsDay, continues } = row;
  const { id, body, masked, direction, read } = message;
  return (
    <>
      <DayLine at={date} today={today} beginning={beginning} startsDay={startsDay} />
      <div
        className={classes.bubble}
        data-direction={direction}
        data-continues={continues || undefined}
        data-hit={hit || undefined}
      >
        <VisuallyHidden>
          {direction === 'SENT' ? t('conversation.sent', { person }) : t('conversation.received', { name })}
        </VisuallyHidden>
        <span className={classes.body} dir="auto">
          {masked && revealed === undefined ? (
            <MaskedText text={body} search={find} reveal={() => reveal(id)} />
          ) : (
            <Highlight text={revealed ?? body} search={find} />
          )}
        </span>
        <BubbleFacts at={date} unread={direction === 'RECEIVED' && !read ? t('conversation.unread') : undefined} />
      </div>
    </>
  );
});
