import type { Message } from '@fairwatch/contract';
import { memo } from 'react';
import { BubbleFacts } from '../../../shared/conversation/bubble-facts.tsx';
import type { ConversationRow } from '../../../shared/conversation/conversation-rows.ts';
import { DayLine } from '../../../shared/conversation/day-line.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Highlight } from './highlight.tsx';
import { MaskedText } from './highlight.tsx';
import classes from './conversation.module.css';

interface MessageBubbleProps {
  row: ConversationRow<Message>;
  name: string;
  /** The name of the device's person. */
  person: string;
  /** The unmasked text, once the admin has revealed it. */
  revealed: string | undefined;
  reveal: (id: number) => void;
  find: string;
  /** True for the current match of the search. */
  hit: boolean;
  /** True for the first message of the thread. */
  beginning: boolean;
  /** Today's date in the format of `dayOf`. */
  today: string;
}

/** One message: received on the left, sent on the right. The first of a day follows a line with the date. */
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
        <span className="fw-hidden">
          {direction === 'SENT' ? t('conversation.sent', { person }) : t('conversation.received', { name })}
        </span>
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
