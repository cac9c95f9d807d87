import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../core/components/use-now.ts';
import { conversationRows, estimatedHeight } from './conversation-rows.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-list.module.css';
import { dayOf, dayText } from './message-times.ts';
import type { LoadedConversation } from './use-conversation.ts';
import { ToNewest } from './to-newest.tsx';
import { useAim } from './use-aim.ts';

/** What others may ask of the list. */
export interface MessageListHandle {
  /** Scrolls to a message; false when it is not loaded. */
  show: (id: number) => boolean;
}

interface MessageListProps {
  ref: Ref<MessageListHandle>;
  loaded: LoadedConversation;
  /** Whom one reads with. */
  name: string;
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
  /** Set when a jump took the keyboard's place away: the list that comes then takes it. */
  keepFocus: RefObject<boolean>;
  toBeginning: () => void;
  toEnd: () => void;
}

/** So many messages before the edge of what is loaded, the next ones are asked for. */
const ahead = 40;
/** Whoever is this near to the end, in pixels, is at it. */
const endZone = 60;

/**
 * The messages of a thread. Only those on screen are drawn; the rest is read as one scrolls there, and what one reads
 * stays where it is when more comes above or below.
 */
export function MessageList(props: MessageListProps) {
  const { loaded, name, find, hitId, newestId, stuck, toBeginning, toEnd } = props;
  const { t } = useTranslation('messages');
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => conversationRows(loaded.messages), [loaded.messages]);
  // Kept from one scrolling to the next: whoever was at the end when new messages came is carried along with them.
  const [atEnd, setAtEnd] = useState(false);
  const noticeEnd = () => setAtEnd(loaded.atEnd && isNearEnd(scroller.current));
  const today = dayOf(useNow());
  // oxlint-disable-next-line react/incompatible-library -- it draws anew by itself, nothing here is memoised over it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightAt(rows, index),
    getItemKey: (index) => rows[index]?.message.id ?? index,
    // A turn of the wheel goes this far at once, and nothing may be blank before the next drawing.
    overscan: 24,
    paddingStart: 16,
    paddingEnd: 16,
    // Keeps what one reads in its place when older messages come above it, and stays at the end when new ones come below.
    anchorTo: 'end',
    followOnAppend: atEnd,
    scrollEndThreshold: endZone,
  });

  const { aim, release } = useAim(virtualizer, rows);
  const show = (id: number) => {
    const loadedToo = rows.some(({ message }) => message.id === id);
    if (loadedToo) aim({ id, align: 'center' });
    return loadedToo;
  };
  useImperativeHandle(props.ref, () => ({ show }));

  const { keepFocus } = props;
  const placed = useRef(false);
  useLayoutEffect(() => {
    if (placed.current) return;
    placed.current = true;
    aim({ id: loaded.anchorId, align: hitId !== null && hitId === loaded.anchorId ? 'center' : 'start' });
    if (keepFocus.current) scroller.current?.focus({ preventScroll: true });
    keepFocus.current = false;
    noticeEnd();
  });

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { loadOlder, loadNewer } = props;
  useEffect(() => {
    if (stuck) return;
    if (first < ahead && !loaded.atBeginning) loadOlder();
    else if (last > rows.length - ahead && !loaded.atEnd) loadNewer();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    release();
    // The browser scrolls by the other keys; these two lead to the ends of the thread, not of what is loaded.
    const go = { Home: toBeginning, End: toEnd }[event.key];
    if (!go || event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return;
    event.preventDefault();
    go();
  };
  const top = virtualizer.isScrolling
    ? rows[virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0]
    : undefined;

  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys that scroll belong to what scrolls */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={t('conversation.label', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={noticeEnd}
        onWheel={release}
        onTouchMove={release}
        onPointerDown={release}
      >
        <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <MessageBubble
                  row={row}
                  name={name}
                  find={find}
                  today={today}
                  hit={row.message.id === hitId}
                  beginning={index === 0 && loaded.atBeginning}
                />
              </li>
            );
          })}
        </ol>
      </div>
      {top && (
        <span className={classes.scrolledDay} aria-hidden>
          {dayText(new Date(top.message.date), today)}
        </span>
      )}
      {stuck && (
        <div className={classes.stuck} role="alert">
          {t('conversation.failed')}
          <Button size="compact-sm" variant="subtle" onClick={props.retry}>
            {t('components:retry')}
          </Button>
        </div>
      )}
      <ToNewest atEnd={atEnd} messages={loaded.messages} complete={loaded.atEnd} newestId={newestId} go={toEnd} />
    </div>
  );
}

function heightAt(rows: ReturnType<typeof conversationRows>, index: number): number {
  const row = rows[index];
  return row ? estimatedHeight(row) : 0;
}

function isNearEnd(scroller: HTMLElement | null): boolean {
  return scroller !== null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endZone;
}
