import type { TicketSender } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { memo } from 'react';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { BubbleFacts } from '../../../../shared/conversation/bubble-facts.tsx';
import { DayLine } from '../../../../shared/conversation/day-line.tsx';
import { Attachment } from './attachment.tsx';
import classes from './chat.module.css';
import { authorOf, type ChatRow } from './chat-message.ts';
import { LinkedText } from '../links.tsx';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { outbox } from '../outbox/outbox.ts';
import type { OutgoingMessage } from '../outbox/outgoing.ts';

interface ChatBubbleProps {
  row: ChatRow;
  /** The side of the signed-in admin in this ticket. */
  ownSide: TicketSender;
  ownName: string;
  addressOf: ContentAddressOf;
  /** True for the first unread message, which gets a divider above it. */
  isFirstUnread: boolean;
  beginning: boolean;
  today: string;
}

/** One message with its author and read mark: the reader's own side on the right, the other side on the left. */
export const ChatBubble = memo(function ChatBubble(props: ChatBubbleProps) {
  const { row, ownSide, ownName, addressOf, isFirstUnread, beginning, today } = props;
  const { t } = useTicketTexts();
  const { message, at, startsDay, continues } = row;
  const { sender, author } = authorOf(message, { sender: ownSide, author: ownName });
  const { kind, text } = message.stored ?? message.outgoing;
  const isOwn = sender === ownSide;
  const isGrouped = continues && !isFirstUnread;
  return (
    <>
      <DayLine at={at} today={today} beginning={beginning} startsDay={startsDay} />
      {isFirstUnread && (
        <p className={classes.fresh}>
          <span>{t('chat.fresh')}</span>
        </p>
      )}
      <div
        className={classes.message}
        data-own={isOwn || undefined}
        data-continues={isGrouped || undefined}
        data-sender={sender}
      >
        {isGrouped ? (
          <span className="fw-hidden">{t('chat.own', { author })}</span>
        ) : (
          <p className={classes.author}>
            <bdi>{author}</bdi>
            <span className={classes.sender}>{t(`sender.${sender}`)}</span>
          </p>
        )}
        <div className={classes.bubble} data-state={message.outgoing?.state}>
          {kind !== 'TEXT' && <Attachment message={message} addressOf={addressOf} />}
          {text !== '' && (
            <p className={classes.text} dir="auto">
              <LinkedText text={text} />
            </p>
          )}
          <BubbleFacts at={at} unread={message.stored && !isOwn && !message.stored.read ? t('chat.unread') : undefined}>
            {message.stored && isOwn && <ReadMark read={message.stored.read} />}
          </BubbleFacts>
        </div>
        {message.outgoing && <OutgoingState message={message.outgoing} />}
      </div>
    </>
  );
});

/** Shows whether the other side has read a message. */
function ReadMark({ read }: { read: boolean }) {
  const { t } = useTicketTexts();
  const Icon = read ? IconChecks : IconCheck;
  const label = read ? t('chat.read') : t('chat.delivered');
  return (
    <span className={classes.mark} data-read={read || undefined} title={label}>
      <Icon size={14} aria-hidden />
      <span className="fw-hidden">{label}</span>
    </span>
  );
}

/** The state of an outgoing message: its progress, or the error with Retry and Discard. */
function OutgoingState({ message: { clientId, state, problem, file, share } }: { message: OutgoingMessage }) {
  const { t } = useTicketTexts();
  if (state === 'sent') return null;
  // A queued message is shown as sending; one that waits for the connection is not.
  const hasProblem = state === 'failed' || (state === 'waiting' && problem !== null);
  if (!hasProblem) {
    return (
      <div className={classes.state}>
        {file === null ? (
          t('chat.sending')
        ) : (
          <progress className={classes.progress} max={1} value={share} aria-label={t('chat.sending')} />
        )}
      </div>
    );
  }
  return (
    <div className={classes.state} data-state={state}>
      <output>{state === 'failed' ? `${t('chat.failed')}: ${problem}` : t('chat.waiting')}</output>
      <Button size="compact-xs" variant="subtle" onClick={() => outbox.retry(clientId)}>
        {t('chat.retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => outbox.discard(clientId)}>
        {t('chat.discard')}
      </Button>
    </div>
  );
}
