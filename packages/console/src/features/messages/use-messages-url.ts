import { urlSearchText, urlText } from '../../core/components/list-search.ts';
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
  const thread = urlText(raw.thread);
  return {
    thread: thread === '' ? null : thread,
    find: thread === '' ? '' : urlSearchText(raw.find),
    setFind: (text) => patch({ find: text === '' ? undefined : text }, { replace: true }),
    close: () => patch({ thread: undefined, find: undefined }),
  };
}
