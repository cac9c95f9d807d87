import { urlSearchText, urlText } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** The URL state of the page: the open conversation, and the text searched for in it. */
export interface MessagesUrl {
  /** The address (number or sender name) of the open conversation; null for none. */
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
