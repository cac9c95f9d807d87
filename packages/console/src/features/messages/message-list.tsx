import type { Message } from '@fairwatch/contract';
import { useMemo, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { conversationRows, estimatedHeight } from '../../core/conversation/conversation-rows.ts';
import { ConversationScroller, type ConversationHandle } from '../../core/conversation/conversation-scroller.tsx';
import { MessageBubble } from './message-bubble.tsx';
import type { LoadedConversation } from './use-conversation.ts';

interface MessageListProps {
  ref: Ref<ConversationHandle>;
  loaded: LoadedConversation;
  /** Whom one reads with. */
  name: string;
  /** Who carries the device. */
  person: string;
  /** The texts whose codes were asked for, by the message's id. */
  revealed: ReadonlyMap<number, string>;
  reveal: (id: number) => void;
  /** What is looked for, and the match one is at. */
  find: string;
  hitId: number | null;
  /** The newest message there is, loaded or not; null while unknown. */
  newestId: number | null;
  loadOlder: () => void;
  loadNewer: () => void;
  /** More could not be read. */
  stuck: boolean;
  retry: () => void;
  keepFocus: RefObject<boolean>;
  toBeginning: () => void;
  toEnd: () => void;
}

const placeOf = ({ id, date, direction }: Message) => ({ key: id, id, at: date, side: direction });

/** The messages of a thread, with what was found marked in them. */
export function MessageList({ loaded, name, person, revealed, reveal, find, hitId, ...scrolling }: MessageListProps) {
  const { t } = useTranslation('messages');
  const { anchorId, atBeginning, atEnd } = loaded;
  const rows = useMemo(() => conversationRows(loaded.messages, placeOf), [loaded.messages]);
  return (
    <ConversationScroller
      {...scrolling}
      {...{ rows, atBeginning, atEnd }}
      label={t('conversation.label', { name })}
      estimate={(row) => estimatedHeight(row.message.body, row)}
      start={{ key: anchorId, align: hitId !== null && hitId === anchorId ? 'center' : 'start' }}
    >
      {(row, place) => (
        <MessageBubble
          {...{ row, name, person, find, reveal }}
          revealed={revealed.get(row.message.id)}
          hit={row.key === hitId}
          {...place}
        />
      )}
    </ConversationScroller>
  );
}
