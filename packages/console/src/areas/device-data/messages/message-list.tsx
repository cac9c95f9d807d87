import type { Message } from '@fairwatch/contract';
import { useMemo, type Ref, type RefObject } from 'react';
import { conversationRows, estimatedHeight } from '../../../shared/conversation/conversation-rows.ts';
import { ConversationScroller, type ConversationHandle } from '../../../shared/conversation/conversation-scroller.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { LoadedConversation } from './use-conversation.ts';

interface MessageListProps {
  ref: Ref<ConversationHandle>;
  loaded: LoadedConversation;
  /** The name of the other side of the conversation. */
  name: string;
  /** The name of the device's person. */
  person: string;
  /** The unmasked texts that the admin has revealed, by message id. */
  revealed: ReadonlyMap<number, string>;
  reveal: (id: number) => void;
  /** The searched text; empty for none. */
  find: string;
  /** The current match. */
  hitId: number | null;
  /** The newest message of the thread, loaded or not; null until it is known. */
  newestId: number | null;
  loadOlder: () => void;
  loadNewer: () => void;
  /** True after loading more has failed. */
  stuck: boolean;
  retry: () => void;
  keepFocus: RefObject<boolean>;
  toBeginning: () => void;
  toEnd: () => void;
}

const rowInfoOf = ({ id, date, direction }: Message) => ({ key: id, id, at: date, side: direction });

/** The scrolling list of a thread's messages, with the matches of the search marked. */
export function MessageList({ loaded, name, person, revealed, reveal, find, hitId, ...scrolling }: MessageListProps) {
  const { t } = useTranslation('messages');
  const { anchorId, atBeginning, atEnd } = loaded;
  const rows = useMemo(() => conversationRows(loaded.messages, rowInfoOf), [loaded.messages]);
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
