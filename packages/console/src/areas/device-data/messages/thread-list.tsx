import '@mantine/core/styles/Skeleton.layer.css';
import type { MessageThread } from '@fairwatch/contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Highlight } from './highlight.tsx';
import { shortTimeText } from '../../../shared/conversation/message-times.ts';
import classes from './messages.module.css';
import type { Threads } from './use-threads.ts';
import { searchLink, type PageLink } from '../../../core/router/page-link.ts';

interface ThreadListProps {
  list: Threads;
  search: string;
  /** The address of the open thread. */
  chosen: string | null;
  /** The name of the device's person, shownMessage as the sender. "You" would be the admin who reads. */
  person: string;
}

/** The conversations of a device. Scrolling to the end loads more; the arrow keys move between the links. */
export function ThreadList({ list, search, chosen, person }: ThreadListProps) {
  const { t } = useTranslation('messages');
  if (list.loading) return <ThreadSkeletons />;
  return (
    <>
      <output className="fw-hidden">{search === '' ? '' : t('threads.found', { count: list.total })}</output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links inside receive the keys */}
      <ul className={classes.list} aria-label={t('threads.label')} aria-busy={list.refreshing} onKeyDown={moveFocus}>
        {list.threads.map((thread) => (
          <li key={thread.address}>
            <ThreadLink {...{ thread, search, person }} current={thread.address === chosen} />
          </li>
        ))}
        {list.more && (list.hasFailed ? <LoadMoreFailed retry={list.more} /> : <MoreThreads load={list.more} />)}
      </ul>
    </>
  );
}

interface ThreadLinkProps extends Pick<ThreadListProps, 'search' | 'person'> {
  thread: MessageThread;
  current: boolean;
}

function ThreadLink({ thread, search, current, person }: ThreadLinkProps) {
  const { t } = useTranslation('messages');
  const now = useNow();
  const { address, last, matches, unreadCount } = thread;
  const name = thread.name === '' ? address : thread.name;
  const shownMessage = matches?.newest ?? last;
  return (
    <Link
      {...linkTo(address, search)}
      preload={false}
      className={classes.thread}
      aria-current={current || undefined}
      data-unread={unreadCount > 0 || undefined}
    >
      <Initials name={name} />
      <span className="fw-grow">
        <span className={classes.line}>
          <span className={`fw-ellipsis ${classes.name}`}>
            <Highlight text={name} search={search} />
          </span>
          <time className="fw-note" dateTime={shownMessage.date}>
            {shortTimeText(new Date(shownMessage.date), now)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={`fw-ellipsis ${classes.text}`} dir="auto">
            {shownMessage.direction === 'SENT' && t('threads.sentBy', { person })}
            <Highlight text={shownMessage.body} search={search} />
          </span>
          {matches !== null && <span className="fw-note">{t('threads.matches', { count: matches.count })}</span>}
          {matches === null && unreadCount > 0 && (
            <span className={classes.unread}>
              <span aria-hidden>{unreadCount}</span>
              <span className="fw-hidden">{t('threads.unread', { count: unreadCount })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** The link to a thread. The search text is passed on, so that the thread shows its matches. */
function linkTo(thread: string, search: string): PageLink {
  return searchLink({ thread, find: search === '' ? undefined : search });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The end of the list. Loads the next page when it is scrolled near. */
function MoreThreads({ load }: { load: () => void }) {
  const { t } = useTranslation('messages');
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' });
    if (item.current) observer.observe(item.current);
    return () => observer.disconnect();
  });
  return (
    <Text component="li" ref={item} p="md" size="sm" ta="center" c="dimmed">
      {t('threads.loading')}
    </Text>
  );
}

function LoadMoreFailed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <Text component="li" role="alert" p="md" size="sm" ta="center" c="dimmed">
      {t('threads.failed')}{' '}
      <Button size="compact-sm" variant="subtle" onClick={retry}>
        {t('threads.retry')}
      </Button>
    </Text>
  );
}

function ThreadSkeletons() {
  return (
    <div className={classes.list} aria-busy>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={classes.thread}>
          <Skeleton circle height={36} />
          <span className="fw-grow">
            <Skeleton height={12} width={`${45 + ((index * 17) % 30)}%`} my={5} />
            <Skeleton height={10} width={`${60 + ((index * 23) % 35)}%`} my={5} />
          </span>
        </div>
      ))}
    </div>
  );
}
