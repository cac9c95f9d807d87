import type { Command } from '@fairwatch/contract';
import { useSmallList, useUrlSearch } from '../components/use-list-search.ts';
import { usePagedList, type PagedList } from '../components/use-paged-list.ts';
import { historyQuery, type CommandSource } from './command-source.ts';

/** The word in the URL that opens a history; a page with two of them has two. */
const usualName = 'history';

/** Tells the histories of a page apart. */
export interface HistoryName {
  /** Its word in the URL, on a page with two histories. */
  name?: string | undefined;
  /** What it is called there. */
  label?: string | undefined;
}

/** The element that a history's button opens. */
export function historyPanelId(name = usualName): string {
  return `command-${name}`;
}

/** Whether the history is on screen: in the URL, like everything one might share or go back to. */
export function useHistoryToggle(name = usualName): { opened: boolean; toggle: () => void } {
  const { raw, patch } = useUrlSearch();
  const opened = raw[name] === 'open';
  return { opened, toggle: () => patch({ [name]: opened ? undefined : 'open', [`${name}Page`]: undefined }) };
}

/** A page of the commands that asked a device for one kind of data, newest first. */
export function useCommandHistory(source: CommandSource, deviceId: number, name = usualName): PagedList<Command> {
  const view = useSmallList({ pageWord: `${name}Page`, pageSize: 5, sortBy: 'createdAt' });
  const { page, pageSize } = view;
  return usePagedList(historyQuery(source, { deviceId, page, pageSize }), view);
}
