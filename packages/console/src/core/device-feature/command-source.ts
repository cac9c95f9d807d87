import type { DeviceFeature, Endpoint } from '@fairwatch/contract';
import { query } from '../api/query.ts';

/** Where the commands of one kind are listed: a device feature is one, and so is a recorder. */
export interface CommandSource {
  history: Endpoint;
  /** What the history is narrowed to, where it lists more than this kind. */
  only?: Readonly<Record<string, unknown>>;
}

interface HistoryPage {
  deviceId: number;
  page: number;
  pageSize: number;
}

/** How to read a page of them, newest first. Whatever else a history takes, it takes a page and lists commands. */
export function historyQuery({ history, only }: CommandSource, page: HistoryPage) {
  return query(history as DeviceFeature['history'], { ...only, ...page });
}
