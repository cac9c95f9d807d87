import type { TicketMessage } from '@fairwatch/contract';
import { authorText, ticketWords, timeText } from '@fairwatch/device/words';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { memo } from 'react';
import { Attachment } from './attachment.tsx';
import classes from './conversation.module.css';

/** One message: the person's own on the right, an answer on the left with who wrote it. */
export const ChatBubble = memo(function ChatBubble({ message }: { message: TicketMessage }) {
  const { ticketId, sender, text, attachment, kind, sentAt, read } = message;
  const isOwn = sender === 'USER';
  const Mark = read ? IconChecks : IconCheck;
  return (
    <article className={classes.message} data-own={isOwn || undefined}>
      <p className={classes.author}>{authorText(message)}</p>
      <div className={classes.bubble}>
        {attachment && <Attachment ticketId={ticketId} attachment={attachment} isVoice={kind === 'VOICE'} />}
        {text !== '' && (
          <p className={classes.text} dir="auto">
            {text}
          </p>
        )}
        <p className={classes.facts}>
          {timeText(sentAt)}
          {isOwn && (
            <>
              <Mark size={16} aria-hidden />
              {ticketWords(read ? 'read' : 'sent')}
            </>
          )}
        </p>
      </div>
    </article>
  );
});
