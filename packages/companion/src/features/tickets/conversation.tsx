import { byDay, ticketWords } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { ChatBubble } from './chat-bubble.tsx';
import classes from './conversation.module.css';
import { OutgoingFileBubble, UnsentBubble } from './unsent-bubbles.tsx';
import type { ReadingState } from './use-conversation.ts';
import { t } from './tickets.texts.ts';
import { commonText } from '../../core/texts/common.texts.ts';

/** All messages, oldest first, and below them what has not been sent yet. */
export function Conversation({ ticketId, isReading, problem, read }: ReadingState & { ticketId: number }) {
  const { tickets } = useCompanion();
  const conversation = useLive((live) => live.tickets.conversations[ticketId]);
  const isConnected = useLive((live) => live.connection === 'connected');
  const unsent = useLive((live) => live.unsentTickets).filter(
    (frame) => frame.type === 'ticket-reply' && frame.ticketId === ticketId,
  );
  const files = useLive((live) => live.outgoingFiles).filter((file) => file.ticketId === ticketId);
  const messages = conversation?.messages ?? [];
  const end = useEndInView(messages.at(-1)?.id, unsent.length + files.length);
  return (
    <section className={classes.conversation} aria-label={t('conversation')}>
      {conversation?.more && (
        <Button
          size="md"
          variant="default"
          fullWidth
          loading={isReading}
          disabled={!isConnected}
          onClick={() => read(messages[0]?.id ?? null)}
        >
          {ticketWords('older')}
        </Button>
      )}
      {!conversation && !isConnected && <Text c="dimmed">{ticketWords('notRead')}</Text>}
      {!conversation && isConnected && problem === null && (
        <Text c="dimmed" component="output" display="block">
          {ticketWords('reading')}
        </Text>
      )}
      {conversation && messages.length === 0 && unsent.length + files.length === 0 && (
        <Text c="dimmed">{ticketWords('noAnswer')}</Text>
      )}
      <div role="log" aria-live="polite" aria-label={t('messages')}>
        {byDay(messages, ({ sentAt }) => sentAt).map(({ day, items }) => (
          <div key={day}>
            <p className={classes.day}>{day}</p>
            {items.map((message) => (
              <ChatBubble key={message.id} message={message} />
            ))}
          </div>
        ))}
        {unsent.map(
          (frame) => frame.type === 'ticket-reply' && <UnsentBubble key={frame.clientId} text={frame.text} />,
        )}
        {files.map((file) => (
          <OutgoingFileBubble
            key={file.clientId}
            file={file}
            onRetry={() => tickets.retryFile(file.clientId)}
            onDiscard={() => tickets.discardFile(file.clientId)}
          />
        ))}
      </div>
      <div ref={end} className={classes.end} />
      <Problem text={problem} />
      {problem !== null && (
        <Button size="md" variant="default" onClick={() => read()}>
          {commonText('tryAgain')}
        </Button>
      )}
    </section>
  );
}

/** The distance from the end in pixels within which the page scrolls along with new messages. */
const nearPixels = 400;

/** Scrolls to new messages, unless the person reads further up. */
function useEndInView(newest: number | undefined, waiting: number) {
  const end = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    if (newest === undefined && waiting === 0) return;
    const { scrollHeight } = document.documentElement;
    const isNear = scrollHeight - window.scrollY - window.innerHeight < nearPixels;
    if (isNear || !isShown.current) end.current?.scrollIntoView({ block: 'nearest' });
    isShown.current = true;
  }, [newest, waiting]);
  return end;
}
