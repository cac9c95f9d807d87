import type { TicketDetail } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { ErrorView } from '../../core/components/error-view.tsx';
import { BubbleSkeletons } from '../../core/conversation/bubble-skeletons.tsx';
import { ConversationScroller, type ConversationHandle } from '../../core/conversation/conversation-scroller.tsx';
import { useSession } from '../../core/session/session-store.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { chatHeight, chatRows, firstUnread } from './chat-message.ts';
import { ChatFoot } from './chat-foot.tsx';
import { outbox } from './outbox.ts';
import classes from './ticket.module.css';
import { useMarkRead } from './use-mark-read.ts';
import { useTicketContent } from './use-ticket-content.ts';
import { useTicketMessages } from './use-ticket-messages.ts';
import { useTicketTexts } from './use-ticket-texts.ts';

/** The conversation of a ticket, with the box to write in. */
export function Chat({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTicketTexts();
  const own = ticket.side === 'MINE' ? 'USER' : 'ADMIN';
  const reading = useTicketMessages(ticket.id, own);
  const { loaded, jumpTo } = reading;
  const list = useRef<ConversationHandle>(null);
  // A jump replaces the list: whoever made it there goes on there by keyboard, whoever writes stays where they write.
  const keepFocus = useRef(false);
  const leap = (place: 'beginning' | 'end') => {
    keepFocus.current = true;
    jumpTo(place);
  };
  const showEnd = (jump: typeof jumpTo) => {
    if (loaded?.atEnd) list.current?.follow();
    else jump('end');
  };
  return (
    <section className={classes.chat} aria-label={t('chat.label', { id: ticket.id })}>
      {reading.error ? (
        <ErrorView error={reading.error} retry={reading.refetch} />
      ) : loaded === null ? (
        <BubbleSkeletons />
      ) : (
        <Messages
          key={loaded.jump}
          {...{ ticket, own, reading, loaded, list, leap, keepFocus }}
          toEnd={() => showEnd(leap)}
        />
      )}
      <ChatFoot ticket={ticket} onSent={() => showEnd(jumpTo)} />
    </section>
  );
}

interface MessagesProps {
  ticket: TicketDetail;
  own: 'ADMIN' | 'USER';
  reading: ReturnType<typeof useTicketMessages>;
  loaded: NonNullable<ReturnType<typeof useTicketMessages>['loaded']>;
  list: RefObject<ConversationHandle | null>;
  leap: (place: 'beginning' | 'end') => void;
  keepFocus: RefObject<boolean>;
  toEnd: () => void;
}

function Messages({ ticket, own, reading, loaded, list, leap, keepFocus, toEnd }: MessagesProps) {
  const { t } = useTicketTexts();
  const { username } = useSession();
  const { messages, atBeginning, atEnd, place } = loaded;
  const sending = useOutgoing(ticket.id, messages, reading.readOn);
  const rows = useMemo(
    () => chatRows(messages, atEnd ? sending : [], { sender: own, author: username }),
    [messages, sending, atEnd, own, username],
  );
  // Held from the opening on: reading what is new must not take its mark away.
  const [freshId] = useState(() => firstUnread(messages, own, ticket.unreadCount));
  const [shownEnd, setShownEnd] = useState(false);
  const addressOf = useTicketContent(ticket.id);
  useMarkRead({ ticket, own, messages, atEnd: rows.length === 0 || shownEnd });
  if (rows.length === 0) {
    return (
      <div className={classes.nothing}>
        <IconMessages size={28} stroke={1.5} aria-hidden />
        <Text component="h2" fw={600}>
          {t('chat.empty')}
        </Text>
        <Text c="dimmed" size="sm" maw={360}>
          {t(ticket.side === 'MINE' ? 'chat.emptyMine' : 'chat.emptySubordinates')}
        </Text>
      </div>
    );
  }
  const first = rows[0]?.key ?? null;
  return (
    <ConversationScroller
      ref={list}
      label={t('chat.label', { id: ticket.id })}
      rows={rows}
      estimate={chatHeight}
      start={{ key: place === 'beginning' ? first : null, align: 'start' }}
      newestId={ticket.lastMessage?.id ?? null}
      stuck={reading.stuck}
      retry={() => void reading.refetch()}
      loadOlder={reading.loadOlder}
      loadNewer={reading.loadNewer}
      toBeginning={() => leap('beginning')}
      onEnd={setShownEnd}
      {...{ atBeginning, atEnd, keepFocus, toEnd }}
    >
      {(row, where) => (
        <ChatBubble {...{ row, own, username, addressOf }} {...where} fresh={row.id !== null && row.id === freshId} />
      )}
    </ConversationScroller>
  );
}

/** What is on its way to this ticket. What the conversation has is settled; what was sent and is not there yet is read. */
function useOutgoing(ticketId: number, messages: MessagesProps['loaded']['messages'], readOn: () => void) {
  const all = useSyncExternalStore(outbox.store.subscribe, outbox.store.get);
  const sending = useMemo(() => all.filter((message) => message.ticketId === ticketId), [all, ticketId]);
  useEffect(() => outbox.restore(), []);
  const arrived = useMemo(() => new Set(messages.map(({ clientId }) => clientId)), [messages]);
  useEffect(() => {
    if (sending.some(({ clientId }) => arrived.has(clientId))) outbox.settle(arrived);
  }, [arrived, sending]);
  const waiting = sending.some(({ clientId, state }) => state === 'sent' && !arrived.has(clientId));
  useEffect(() => {
    if (waiting) readOn();
  }, [waiting, readOn]);
  return sending;
}
