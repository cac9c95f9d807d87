import { isOngoing, ticketContent, type TicketDetail } from '@fairwatch/contract';
import { Button, Group, Stack } from '@mantine/core';
import { IconLock, IconMessages } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { EmptyView } from '../../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { BubbleSkeletons } from '../../../../shared/conversation/bubble-skeletons.tsx';
import {
  type ConversationHandle,
  ConversationScroller,
} from '../../../../shared/conversation/conversation-scroller.tsx';
import { useOwnName } from '../../../../core/session/session-store.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { chatRows, estimateRowHeight, firstUnread } from './chat-message.ts';
import { outbox } from '../outbox/outbox.ts';
import classes from '../ticket.module.css';
import { useMarkRead } from './use-mark-read.ts';
import { useTicketMessages } from './use-ticket-messages.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { query } from '../../../../core/api/query.ts';
import { type ContentAddressOf, useAddresses } from '../../../../core/content/use-content.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { Composer } from '../composer/composer.tsx';
import { saveEdit } from '../edit/update-ticket.ts';

/** The conversation of a ticket, with the composer below it. */
export function Chat({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTicketTexts();
  const ownSide = ticket.side === 'MINE' ? 'USER' : 'ADMIN';
  const messagesQuery = useTicketMessages(ticket.id, ownSide);
  const { loaded, jumpTo } = messagesQuery;
  const list = useRef<ConversationHandle>(null);
  // A jump replaces the list, so the focus follows it unless it is in the text box.
  const keepFocus = useRef(false);
  const jumpKeepingFocus = (place: 'beginning' | 'end') => {
    keepFocus.current = true;
    jumpTo(place);
  };
  const showEnd = (jump: typeof jumpTo) => {
    if (loaded?.atEnd) list.current?.follow();
    else jump('end');
  };
  return (
    <section className={`fw-panel ${classes.chat}`} aria-label={t('chat.label', { id: ticket.id })}>
      {messagesQuery.error ? (
        <ErrorView error={messagesQuery.error} retry={messagesQuery.refetch} />
      ) : loaded === null ? (
        <BubbleSkeletons />
      ) : (
        <Messages
          key={loaded.jump}
          {...{ ticket, ownSide, messagesQuery, loaded, list, jumpKeepingFocus, keepFocus }}
          toEnd={() => showEnd(jumpKeepingFocus)}
        />
      )}
      <ChatFoot ticket={ticket} onSent={() => showEnd(jumpTo)} />
    </section>
  );
}

interface MessagesProps {
  ticket: TicketDetail;
  ownSide: 'ADMIN' | 'USER';
  messagesQuery: ReturnType<typeof useTicketMessages>;
  loaded: NonNullable<ReturnType<typeof useTicketMessages>['loaded']>;
  list: RefObject<ConversationHandle | null>;
  jumpKeepingFocus: (place: 'beginning' | 'end') => void;
  keepFocus: RefObject<boolean>;
  toEnd: () => void;
}

function Messages({ ticket, ownSide, messagesQuery, loaded, list, jumpKeepingFocus, keepFocus, toEnd }: MessagesProps) {
  const { t } = useTicketTexts();
  const ownName = useOwnName();
  const { messages, atBeginning, atEnd, place } = loaded;
  const sending = useOutgoing(ticket.id, messages, messagesQuery.refresh);
  const rows = useMemo(
    () => chatRows(messages, atEnd ? sending : [], { sender: ownSide, author: ownName }),
    [messages, sending, atEnd, ownSide, ownName],
  );
  // Computed once on opening, because marking messages as read must not remove the divider above them.
  const [firstUnreadId] = useState(() => firstUnread(messages, ownSide, ticket.unreadCount));
  const [isEndShown, setIsEndShown] = useState(false);
  const addressOf = useTicketContent(ticket.id);
  useMarkRead({ ticket, ownSide, messages, atEnd: rows.length === 0 || isEndShown });
  if (rows.length === 0) {
    return (
      <Stack flex={1} gap={0} justify="center">
        <EmptyView
          icon={IconMessages}
          title={t('chat.empty')}
          hint={t(ticket.side === 'MINE' ? 'chat.emptyMine' : 'chat.emptySubordinates')}
          refetch={messagesQuery.refetch}
        />
      </Stack>
    );
  }
  const firstKey = rows[0]?.key ?? null;
  return (
    <ConversationScroller
      ref={list}
      label={t('chat.label', { id: ticket.id })}
      rows={rows}
      estimate={estimateRowHeight}
      start={{ key: place === 'beginning' ? firstKey : null, align: 'start' }}
      newestId={ticket.lastMessage?.id ?? null}
      stuck={messagesQuery.stuck}
      retry={() => void messagesQuery.refetch()}
      loadOlder={messagesQuery.loadOlder}
      loadNewer={messagesQuery.loadNewer}
      toBeginning={() => jumpKeepingFocus('beginning')}
      onEnd={setIsEndShown}
      {...{ atBeginning, atEnd, keepFocus, toEnd }}
    >
      {(row, context) => (
        <ChatBubble
          {...{ row, ownSide, ownName, addressOf }}
          {...context}
          isFirstUnread={row.id !== null && row.id === firstUnreadId}
        />
      )}
    </ConversationScroller>
  );
}

/** The outgoing messages of this ticket. Those that the conversation contains are removed; sent ones that it lacks trigger a refresh. */
function useOutgoing(ticketId: number, messages: MessagesProps['loaded']['messages'], refresh: () => void) {
  const all = useSyncExternalStore(outbox.store.subscribe, outbox.store.get);
  const sending = useMemo(() => all.filter((message) => message.ticketId === ticketId), [all, ticketId]);
  useEffect(() => outbox.restore(), []);
  const storedIds = useMemo(() => new Set(messages.map(({ clientId }) => clientId)), [messages]);
  useEffect(() => {
    if (sending.some(({ clientId }) => storedIds.has(clientId))) outbox.settle(storedIds);
  }, [storedIds, sending]);
  const isSentMissing = sending.some(({ clientId, state }) => state === 'sent' && !storedIds.has(clientId));
  useEffect(() => {
    if (isSentMissing) refresh();
  }, [isSentMissing, refresh]);
  return sending;
}

/** Provides the URLs of a ticket's attachments. The token for them is requested once. */
function useTicketContent(ticketId: number): ContentAddressOf {
  return useAddresses(useQuery(query(ticketContent, { ticketId })).data?.data.pass);
}

interface ChatFootProps {
  ticket: TicketDetail;
  onSent: () => void;
}

/** The composer, or the reason why the admin cannot write. */
function ChatFoot({ ticket: { id, version, status, mayChange }, onSent }: ChatFootProps) {
  const { t } = useTicketTexts();
  if (isOngoing(status) && mayChange) return <Composer key={id} ticketId={id} onSent={onSent} />;
  const reason = status === 'CLOSED' || status === 'CANCELLED' ? t(`ended.${status}`) : t('ended.readOnly');
  const reopen = () => void toastPromise(saveEdit(id, version, { status: 'OPEN' })).catch(() => {});
  return (
    <Group gap="xs" px="md" py="sm" fz="sm" c="dimmed" className={classes.foot}>
      <IconLock size={16} aria-hidden />
      <span>{reason}</span>
      {status === 'CLOSED' && mayChange && (
        <Button size="compact-sm" variant="light" onClick={reopen}>
          {t('ended.reopen')}
        </Button>
      )}
    </Group>
  );
}
