import type { Command } from '@fairwatch/contract';
import { useSmallList, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../core/components/table/use-paged-list.ts';
import { historyQuery, type CommandSource } from './command-source.ts';

/** The search parameter that opens the history. A second history on a page has another one. */
const defaultName = 'history';

/** Identifies one of several histories on a page. */
export interface HistoryName {
  /** Its search parameter. */
  name?: string | undefined;
  /** Its heading. */
  label?: string | undefined;
}

/** The id of the element that the button of a history opens. */
export function historyPanelId(name = defaultName): string {
  return `command-${name}`;
}

/** Opens and closes a history. The state is in the URL, so that it can be shared and the back button works. */
export function useHistoryToggle(name = defaultName): { opened: boolean; toggle: () => void } {
  const { raw, patch } = useUrlSearch();
  const opened = raw[name] === 'open';
  return { opened, toggle: () => patch({ [name]: opened ? undefined : 'open', [`${name}Page`]: undefined }) };
}

/** One page of the commands of a source, newest first. */
export function useCommandHistory(source: CommandSource, deviceId: number, name = defaultName): PagedList<Command> {
  const view = useSmallList({ pageWord: `${name}Page`, pageSize: 5, sortBy: 'createdAt' });
  const { page, pageSize } = view;
  return usePagedList(historyQuery(source, { deviceId, page, pageSize }), view);
}
