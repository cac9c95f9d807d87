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
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { dayOf } from '../components/days.ts';
import { useNow } from '../components/use-now.ts';
import type { ConversationRow } from './conversation-rows.ts';
import classes from './conversation-scroller.module.css';
import { dayText } from './message-times.ts';
import { ToNewest } from './to-newest.tsx';
import { useAim, type Aim } from './use-aim.ts';
import { useConversationTexts } from './use-conversation-texts.ts';

/** What others may ask of the list. */
export interface ConversationHandle {
  /** Scrolls to a message; false when it is not loaded. */
  show: (key: string | number) => boolean;
  /** Scrolls to the end of what is loaded, and stays there. */
  follow: () => void;
}

/** Where a row stands, for whoever draws it. */
interface RowPlace {
  /** As `dayOf` writes it. */
  today: string;
  /** Nothing was written before it. */
  beginning: boolean;
}

interface ConversationScrollerProps<Message> {
  ref: Ref<ConversationHandle>;
  label: string;
  rows: readonly ConversationRow<Message>[];
  /** About how high a row is before it is measured. */
  estimate: (row: ConversationRow<Message>) => number;
  children: (row: ConversationRow<Message>, place: RowPlace) => ReactNode;
  /** Where it opens; the end unless given. */
  start?: Aim;
  /** The first and the last message there are, are among the rows. */
  atBeginning: boolean;
  atEnd: boolean;
  /** The newest message there is, loaded or not; null while unknown. */
  newestId: number | null;
  loadOlder: () => void;
  loadNewer: () => void;
  /** More could not be read. */
  stuck: boolean;
  retry: () => void;
  /** Set when a jump took the keyboard's place away: the list that comes then takes it. */
  keepFocus?: RefObject<boolean>;
  toBeginning: () => void;
  toEnd: () => void;
  /** Called when the reader comes to the newest message or leaves it. */
  onEnd?: (atEnd: boolean) => void;
}

/** So many messages before the edge of what is loaded, the next ones are asked for. */
const ahead = 40;
/** Whoever is this near to the end, in pixels, is at it. */
const endZone = 60;
const theEnd: Aim = { key: null, align: 'start' };

/**
 * The messages of a conversation. Only those on screen are drawn; the rest is read as one scrolls there, and what one
 * reads stays where it is when more comes above or below.
 */
export function ConversationScroller<Message>(props: ConversationScrollerProps<Message>) {
  const { label, rows, estimate, start = theEnd, atBeginning, newestId, stuck, toBeginning, toEnd, onEnd } = props;
  const { t } = useConversationTexts();
  const scroller = useRef<HTMLDivElement>(null);
  // Kept from one scrolling to the next: whoever was at the end when new messages came is carried along with them.
  const [atEnd, setAtEnd] = useState(false);
  const noticeEnd = () => setAtEnd(props.atEnd && isNearEnd(scroller.current));
  useEffect(() => onEnd?.(atEnd), [atEnd, onEnd]);
  const today = dayOf(useNow());
  // oxlint-disable-next-line react/incompatible-library -- it draws anew by itself, nothing here is memoised over it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index] ? estimate(rows[index]) : 0),
    getItemKey: (index) => rows[index]?.key ?? index,
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
  const show = (key: string | number) => {
    const loaded = rows.some((row) => row.key === key);
    if (loaded) aim({ key, align: 'center' });
    return loaded;
  };
  useImperativeHandle(props.ref, () => ({ show, follow: () => aim(theEnd) }));

  const { keepFocus } = props;
  const placed = useRef(false);
  useLayoutEffect(() => {
    if (placed.current) return;
    placed.current = true;
    aim(start);
    if (keepFocus?.current) {
      scroller.current?.focus({ preventScroll: true });
      keepFocus.current = false;
    }
    noticeEnd();
  });

  useStayAtEnd(scroller, atEnd, () => virtualizer.scrollToEnd());
  const items = virtualizer.getVirtualItems();
  useMore(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

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
  const known = useMemo(() => rows.filter(({ id }) => id !== null), [rows]);

  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys that scroll belong to what scrolls */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={noticeEnd}
        onWheel={release}
        onTouchMove={release}
        onPointerDown={release}
      >
        <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start: top }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.row}
                style={{ transform: `translateY(${top}px)` }}
              >
                {props.children(row, { today, beginning: index === 0 && atBeginning })}
              </li>
            );
          })}
        </ol>
      </div>
      {top && (
        <span className={classes.scrolledDay} aria-hidden>
          {dayText(top.at, today)}
        </span>
      )}
      {stuck && (
        <div className={classes.stuck} role="alert">
          {t('failed')}
          <Button size="compact-sm" variant="subtle" onClick={props.retry}>
            {t('components:retry')}
          </Button>
        </div>
      )}
      <ToNewest atEnd={atEnd} messages={known} complete={props.atEnd} newestId={newestId} go={toEnd} />
    </div>
  );
}

interface More extends Pick<
  ConversationScrollerProps<never>,
  'atBeginning' | 'atEnd' | 'loadOlder' | 'loadNewer' | 'stuck'
> {
  rows: readonly unknown[];
}

/** Asks for what comes next before the reader reaches it. */
function useMore(more: More, first: number, last: number): void {
  const { rows, atBeginning, atEnd, loadOlder, loadNewer, stuck } = more;
  useEffect(() => {
    if (stuck) return;
    if (first < ahead && !atBeginning) loadOlder();
    else if (last > rows.length - ahead && !atEnd) loadNewer();
  });
}

/** Whoever is at the end stays there when the room for the messages becomes less or more. */
function useStayAtEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, goToEnd: () => void): void {
  const go = useRef<(() => void) | null>(null);
  useEffect(() => {
    go.current = atEnd ? goToEnd : null;
  });
  useEffect(() => {
    const watched = scroller.current;
    if (!watched) return undefined;
    const observer = new ResizeObserver(() => go.current?.());
    observer.observe(watched);
    return () => observer.disconnect();
  }, [scroller]);
}

function isNearEnd(scroller: HTMLElement | null): boolean {
  return scroller !== null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endZone;
}
