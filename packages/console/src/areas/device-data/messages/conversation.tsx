import '@mantine/core/styles/Input.layer.css';
import { messageThreads, messages, revealMessage } from '@fairwatch/contract';
import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { dayOf, dayStart } from '../../../core/components/time/days.ts';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { useNow } from '../../../core/components/time/use-now.ts';
import { BubbleSkeletons } from '../../../shared/conversation/bubble-skeletons.tsx';
import type { ConversationHandle } from '../../../shared/conversation/conversation-scroller.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './conversation.module.css';
import { FindBox } from './find-box.tsx';
import { MessageList } from './message-list.tsx';
import { exportColumns } from './messages.columns.ts';
import { useConversation, type MessagePlace } from './use-conversation.ts';
import { useFind } from './use-find.ts';
import { useMessagesUrl } from './use-messages-url.ts';
import { textOfError } from '../../../core/api/api-error.ts';
import { toast } from '../../../core/toast/toast.tsx';

interface ConversationProps {
  deviceId: number;
  address: string;
  /** The name of the device's person. */
  person: string;
  /** Parts of an exported file's name. */
  fileWords: readonly string[];
}

/** Earlier than any text message, so jumping to it leads to the beginning of a thread. */
const beforeFirstMessage = '1970-01-01T00:00:00.000Z';

/** One thread: its header, the find box, the jump to a day, and the messages. */
export function Conversation({ deviceId, address, person, fileWords }: ConversationProps) {
  const { t } = useTranslation('messages');
  const url = useMessagesUrl();
  const thread = useQuery(query(messageThreads, { deviceId, address })).data?.data[0];
  const name = thread?.name || address;
  const messagesQuery = useConversation(deviceId, address);
  const find = useFind(deviceId, address, url.find);
  const { revealed, reveal } = useRevealed(deviceId);
  const list = useRef<ConversationHandle>(null);
  const { loaded, jumpTo } = messagesQuery;

  const { hitId } = find;
  const scrolledToHit = useRef<number | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    // Each match is scrolled to once, so that the reader can scroll away from it.
    if (!isLoaded || scrolledToHit.current === hitId) return;
    scrolledToHit.current = hitId;
    if (hitId !== null && !list.current?.show(hitId)) jumpTo({ id: hitId });
  });

  const back = useRef<HTMLButtonElement>(null);
  const keepFocus = useRef(false);
  useLayoutEffect(() => {
    // On a phone, opening a thread hides the list and the focused link in it, so the focus moves into the conversation.
    const isListHidden = back.current?.offsetParent !== null;
    const { activeElement: focused } = document;
    const isFocusLost = !(focused instanceof HTMLElement) || focused === document.body || focused.offsetParent === null;
    keepFocus.current = isListHidden && isFocusLost;
  }, []);
  const jumpKeepingFocus = (place: MessagePlace) => {
    keepFocus.current = true;
    jumpTo(place);
  };
  const toEnd = () => {
    const newest = loaded?.atEnd ? loaded.messages.at(-1) : undefined;
    if (!newest || !list.current?.show(newest.id)) jumpKeepingFocus(undefined);
  };

  return (
    <section className={classes.conversation} aria-label={t('conversation.label', { name })}>
      <Group component="header" wrap="nowrap" gap="sm" px="md" py="xs">
        <BackButton ref={back} close={url.close} />
        <Initials name={name} />
        <div className="fw-grow">
          <Text component="h2" fw={600} lh={1.3} truncate>
            {name}
          </Text>
          <Group component="span" gap="0 0.75rem" fz="xs" c="dimmed">
            {name !== address && <span>{address}</span>}
            {thread && <span>{t('conversation.count', { count: thread.count })}</span>}
          </Group>
        </div>
        <ExportButton
          empty={thread === undefined}
          source={{
            name,
            fileWords: [...fileWords, name],
            columns: exportColumns,
            fetchPage: (page, signal) =>
              call(messages.list, { deviceId, filter: { address }, sortDirection: 'asc', ...page }, signal),
          }}
        />
      </Group>
      <Group gap="xs" className={classes.tools}>
        <FindBox value={url.find} onChange={url.setFind} find={find} />
        <DayJump onJump={(date) => jumpTo({ date })} />
      </Group>
      <Messages {...{ messagesQuery, name }}>
        {loaded && (
          <MessageList
            key={loaded.jump}
            ref={list}
            loaded={loaded}
            name={name}
            person={person}
            revealed={revealed}
            reveal={reveal}
            find={url.find}
            hitId={hitId}
            newestId={thread?.last.id ?? null}
            loadOlder={messagesQuery.loadOlder}
            loadNewer={messagesQuery.loadNewer}
            stuck={messagesQuery.stuck}
            retry={() => void messagesQuery.refetch()}
            keepFocus={keepFocus}
            toBeginning={() => jumpKeepingFocus({ date: beforeFirstMessage })}
            toEnd={toEnd}
          />
        )}
      </Messages>
    </section>
  );
}

interface MessagesProps {
  messagesQuery: ReturnType<typeof useConversation>;
  name: string;
  children: ReactNode;
}

/** The messages, or the state that stands in for them: loading, failed, or empty. */
function Messages({ messagesQuery, name, children }: MessagesProps) {
  const { t } = useTranslation('messages');
  if (messagesQuery.error) return <ErrorView error={messagesQuery.error} retry={messagesQuery.refetch} />;
  if (messagesQuery.loaded === null) return <BubbleSkeletons />;
  if (messagesQuery.loaded.messages.length > 0) return children;
  return (
    <EmptyView
      icon={IconMessages}
      title={t('conversation.gone', { name })}
      hint={t('conversation.goneHint')}
      refetch={messagesQuery.refetch}
    />
  );
}

/** The way back to the threads. The style sheet hides it where the list is beside the conversation. */
function BackButton({ ref, close }: { ref: Ref<HTMLButtonElement>; close: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <ActionIcon
      ref={ref}
      className={classes.back}
      variant="subtle"
      size={36}
      ml={-8}
      aria-label={t('conversation.back')}
      onClick={close}
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
  );
}

function DayJump({ onJump }: { onJump: (date: string) => void }) {
  const { t } = useTranslation('messages');
  const today = dayOf(useNow());
  return (
    <TextInput
      type="date"
      size="xs"
      w={136}
      ml="auto"
      aria-label={t('conversation.day')}
      title={t('conversation.day')}
      max={today}
      onChange={({ currentTarget: { value } }) => {
        const date = dayStart(value);
        if (date !== undefined) onJump(date);
      }}
    />
  );
}

/**
 * The revealed texts of masked messages by message id, kept while the conversation is open. Each reveal is an audit
 * entry in the device's log.
 */
function useRevealed(deviceId: number) {
  const { t } = useTranslation('messages');
  const [revealed, setRevealed] = useState<ReadonlyMap<number, string>>(new Map());
  const reveal = useCallback(
    async (id: number) => {
      try {
        const { body } = (await call(revealMessage, { deviceId, id })).data;
        if (body === null) toast.error(t('conversation.revealGone'));
        else setRevealed((before) => new Map(before).set(id, body));
      } catch (error) {
        toast.error(textOfError(error));
      }
    },
    [deviceId, t],
  );
  return { revealed, reveal: useCallback((id: number) => void reveal(id), [reveal]) };
}
