import { limits } from '@fairwatch/contract';
import { useUrlSearch } from '../../core/components/use-list-search.ts';

/** What of this page lives in the URL beside its search: the open conversation, and what is looked for in it. */
export interface MessagesUrl {
  /** The other side's number; null when no conversation is open. */
  thread: string | null;
  find: string;
  setFind: (find: string) => void;
  close: () => void;
}

export function useMessagesUrl(): MessagesUrl {
  const { raw, patch } = useUrlSearch();
  const thread = readText(raw.thread);
  const find = readText(raw.find).trim().slice(0, limits.search.maxLength);
  return {
    thread: thread === '' ? null : thread,
    find: thread === '' ? '' : find,
    setFind: (text) => patch({ find: text === '' ? undefined : text }, { replace: true }),
    close: () => patch({ thread: undefined, find: undefined }),
  };
}

/** The router reads digits as a number. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
