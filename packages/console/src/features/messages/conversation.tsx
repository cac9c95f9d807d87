import '@mantine/core/styles/Input.layer.css';
import { messages, messageThreads } from '@fairwatch/contract';
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { query } from '../../core/api/query.ts';
import { dayOf, dayStart } from '../../core/components/days.ts';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { ErrorView } from '../../core/components/error-view.tsx';
import { ExportButton } from '../../core/export/export-button.tsx';
import { Initials } from '../../core/components/person-name.tsx';
import { useNow } from '../../core/components/use-now.ts';
import { BubbleSkeletons } from '../../core/conversation/bubble-skeletons.tsx';
import type { ConversationHandle } from '../../core/conversation/conversation-scroller.tsx';
import classes from './conversation.module.css';
import { FindBox } from './find-box.tsx';
import { MessageList } from './message-list.tsx';
import { exportColumns } from './messages.columns.ts';
import { useConversation, type Place } from './use-conversation.ts';
import { useFind } from './use-find.ts';
import { useMessagesUrl } from './use-messages-url.ts';
import { useRevealed } from './use-revealed.ts';

interface ConversationProps {
  deviceId: number;
  address: string;
  /** Who carries the device. */
  person: string;
  /** Parts of an exported file's name. */
  fileWords: readonly string[];
}

/** Before anybody sent a text message: asking for this moment leads to the beginning of any thread. */
const beforeAll = '1970-01-01T00:00:00.000Z';

/** One thread: who it is with, find and jump, and its messages. */
export function Conversation({ deviceId, address, person, fileWords }: ConversationProps) {
  const { t } = useTranslation('messages');
  const url = useMessagesUrl();
  const thread = useQuery(query(messageThreads, { deviceId, address })).data?.data[0];
  const name = thread?.name || address;
  const reading = useConversation(deviceId, address);
  const find = useFind(deviceId, address, url.find);
  const { revealed, reveal } = useRevealed(deviceId);
  const list = useRef<ConversationHandle>(null);
  const { loaded, jumpTo } = reading;

  const { hitId } = find;
  const goneTo = useRef<number | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    // Each match is gone to once; afterwards the reader scrolls where they like.
    if (!isLoaded || goneTo.current === hitId) return;
    goneTo.current = hitId;
    if (hitId !== null && !list.current?.show(hitId)) jumpTo({ id: hitId });
  });

  const back = useRef<HTMLButtonElement>(null);
  const keepFocus = useRef(false);
  useLayoutEffect(() => {
    // On a phone the list of threads is hidden now, and with it the link that was pressed: whoever came by it reads on here.
    const alone = back.current?.offsetParent !== null;
    const { activeElement: pressed } = document;
    const lost = !(pressed instanceof HTMLElement) || pressed === document.body || pressed.offsetParent === null;
    keepFocus.current = alone && lost;
  }, []);
  const leap = (place: Place) => {
    keepFocus.current = true;
    jumpTo(place);
  };
  const toEnd = () => {
    const newest = loaded?.atEnd ? loaded.messages.at(-1) : undefined;
    if (!newest || !list.current?.show(newest.id)) leap(undefined);
  };

  return (
    <section className={classes.conversation} aria-label={t('conversation.label', { name })}>
      <header className={classes.header}>
        <BackButton ref={back} close={url.close} />
        <Initials name={name} />
        <div className={classes.who}>
          <Text component="h2" className={classes.name}>
            {name}
          </Text>
          <span className={classes.facts}>
            {name !== address && <span>{address}</span>}
            {thread && <span>{t('conversation.count', { count: thread.count })}</span>}
          </span>
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
      </header>
      <div className={classes.tools}>
        <FindBox value={url.find} onChange={url.setFind} find={find} />
        <DayJump onJump={(date) => jumpTo({ date })} />
      </div>
      <Messages {...{ reading, name }}>
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
            loadOlder={reading.loadOlder}
            loadNewer={reading.loadNewer}
            stuck={reading.stuck}
            retry={() => void reading.refetch()}
            keepFocus={keepFocus}
            toBeginning={() => leap({ date: beforeAll })}
            toEnd={toEnd}
          />
        )}
      </Messages>
    </section>
  );
}

interface MessagesProps {
  reading: ReturnType<typeof useConversation>;
  name: string;
  children: ReactNode;
}

/** Loading, failed, gone, or the messages. */
function Messages({ reading, name, children }: MessagesProps) {
  const { t } = useTranslation('messages');
  if (reading.error) return <ErrorView error={reading.error} retry={reading.refetch} />;
  if (reading.loaded === null) return <BubbleSkeletons />;
  if (reading.loaded.messages.length > 0) return children;
  return (
    <EmptyView
      icon={IconMessages}
      title={t('conversation.gone', { name })}
      hint={t('conversation.goneHint')}
      refetch={reading.refetch}
    />
  );
}

/** Only where the list of threads is not beside the conversation, which its style decides. */
function BackButton({ ref, close }: { ref: Ref<HTMLButtonElement>; close: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <ActionIcon
      ref={ref}
      className={classes.back}
      variant="subtle"
      size={36}
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
      className={classes.dayJump}
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
