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
import { dayOf } from '../../core/components/time/days.ts';
import { useNow } from '../../core/components/time/use-now.ts';
import type { ConversationRow } from './conversation-rows.ts';
import classes from './conversation-scroller.module.css';
import { dayText } from './message-times.ts';
import { ToNewest } from './to-newest.tsx';
import { useScrollTarget, type ScrollTarget } from './use-scroll-target.ts';
import { useConversationTexts } from './use-conversation-texts.ts';
import { i18n } from '../../core/i18n/i18n.ts';

/** The imperative handle of the list. */
export interface ConversationHandle {
  /** Scrolls to a message; false when it is not loaded. */
  show: (key: string | number) => boolean;
  /** Scrolls to the last loaded message, and stays there. */
  follow: () => void;
}

/** The context in which a row is drawn. */
interface RowContext {
  /** In the format of `dayOf`. */
  today: string;
  /** True for the first message of the conversation. */
  beginning: boolean;
}

interface ConversationScrollerProps<Message> {
  ref: Ref<ConversationHandle>;
  label: string;
  rows: readonly ConversationRow<Message>[];
  /** The estimated height of a row in pixels, until it is measured. */
  estimate: (row: ConversationRow<Message>) => number;
  children: (row: ConversationRow<Message>, context: RowContext) => ReactNode;
  /** The first scroll position; the end by default. */
  start?: ScrollTarget;
  /** True when the first message of the conversation is loaded. */
  atBeginning: boolean;
  /** True when the last message of the conversation is loaded. */
  atEnd: boolean;
  /** The id of the newest message, loaded or not; null while it is unknown. */
  newestId: number | null;
  loadOlder: () => void;
  loadNewer: () => void;
  /** True when loading more messages has failed. */
  stuck: boolean;
  retry: () => void;
  /** True when a jump has removed the focused list, so that the next one takes the focus. */
  keepFocus?: RefObject<boolean>;
  toBeginning: () => void;
  toEnd: () => void;
  /** Called when the newest message scrolls into view or out of it. */
  onEnd?: (atEnd: boolean) => void;
}

/** More messages are loaded when so few loaded ones are left in the direction of scrolling. */
const prefetchRows = 40;
/** The distance to the end, in pixels, that counts as at the end. */
const endZone = 60;
const endTarget: ScrollTarget = { key: null, align: 'start' };

/**
 * The messages of a conversation as a virtual list. More messages are loaded on scrolling, and the visible ones keep their position
 * when others are inserted above or below.
 */
export function ConversationScroller<Message>(props: ConversationScrollerProps<Message>) {
  const { label, rows, estimate, start = endTarget, atBeginning, newestId, stuck, toBeginning, toEnd, onEnd } = props;
  const { t } = useConversationTexts();
  const scroller = useRef<HTMLDivElement>(null);
  // Updated only on scrolling, so that a reader who was at the end follows new messages.
  const [atEnd, setAtEnd] = useState(false);
  const updateAtEnd = () => setAtEnd(props.atEnd && isNearEnd(scroller.current));
  useEffect(() => onEnd?.(atEnd), [atEnd, onEnd]);
  const today = dayOf(useNow());
  // oxlint-disable-next-line react/incompatible-library -- the hook triggers its own renders, and nothing here is memoised over it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index] ? estimate(rows[index]) : 0),
    getItemKey: (index) => rows[index]?.key ?? index,
    // Covers one step of the mouse wheel, so that nothing is blank before the next render.
    overscan: 24,
    paddingStart: 16,
    paddingEnd: 16,
    // Keeps the scroll position when older messages are inserted above, and stays at the end when new ones arrive below.
    anchorTo: 'end',
    followOnAppend: atEnd,
    scrollEndThreshold: endZone,
  });

  const { scrollTo, release } = useScrollTarget(virtualizer, rows);
  const show = (key: string | number) => {
    const loaded = rows.some((row) => row.key === key);
    if (loaded) scrollTo({ key, align: 'center' });
    return loaded;
  };
  useImperativeHandle(props.ref, () => ({ show, follow: () => scrollTo(endTarget) }));

  const { keepFocus } = props;
  const isPositioned = useRef(false);
  useLayoutEffect(() => {
    if (isPositioned.current) return;
    isPositioned.current = true;
    scrollTo(start);
    if (keepFocus?.current) {
      scroller.current?.focus({ preventScroll: true });
      keepFocus.current = false;
    }
    updateAtEnd();
  });

  useStayAtEnd(scroller, atEnd, () => virtualizer.scrollToEnd());
  const items = virtualizer.getVirtualItems();
  useLoadMore(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const onKeyDown = (event: KeyboardEvent) => {
    release();
    // The browser handles the other keys. These two jump to the ends of the conversation, not of the loaded part.
    const go = { Home: toBeginning, End: toEnd }[event.key];
    if (!go || event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return;
    event.preventDefault();
    go();
  };
  const top = virtualizer.isScrolling
    ? rows[virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0]
    : undefined;
  const stored = useMemo(() => rows.filter(({ id }) => id !== null), [rows]);

  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the scrolling element handles the keys that scroll */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={updateAtEnd}
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
            {i18n.t('components:retry')}
          </Button>
        </div>
      )}
      <ToNewest atEnd={atEnd} messages={stored} complete={props.atEnd} newestId={newestId} go={toEnd} />
    </div>
  );
}

interface LoadMoreProps extends Pick<
  ConversationScrollerProps<never>,
  'atBeginning' | 'atEnd' | 'loadOlder' | 'loadNewer' | 'stuck'
> {
  rows: readonly unknown[];
}

/** Loads more messages before the reader reaches the end of the loaded ones. */
function useLoadMore(props: LoadMoreProps, first: number, last: number): void {
  const { rows, atBeginning, atEnd, loadOlder, loadNewer, stuck } = props;
  useEffect(() => {
    if (stuck) return;
    if (first < prefetchRows && !atBeginning) loadOlder();
    else if (last > rows.length - prefetchRows && !atEnd) loadNewer();
  });
}

/** Keeps a reader at the end when the height of the list changes. */
function useStayAtEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, goToEnd: () => void): void {
  const go = useRef<(() => void) | null>(null);
  useEffect(() => {
    go.current = atEnd ? goToEnd : null;
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => go.current?.());
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

function isNearEnd(scroller: HTMLElement | null): boolean {
  return scroller !== null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endZone;
}
