import type { CommandType, DeviceFeature, Endpoint } from '@fairwatch/contract';
import { query } from '../../../core/api/query.ts';

/** The list of commands of one kind, such as those of a device feature or of a recorder. */
export interface CommandSource {
  history: Endpoint;
  /** A filter, for an endpoint that lists other kinds, too. */
  only?: Readonly<Record<string, unknown>>;
  /** The commands that count as the newest ones, for an endpoint that lists others even then. */
  counts?: CommandType;
}

interface HistoryPage {
  deviceId: number;
  page: number;
  pageSize: number;
}

/** The query for one page of commands, newest first. */
export function historyQuery({ history, only }: CommandSource, page: HistoryPage) {
  return query(history as DeviceFeature['history'], { ...only, ...page });
}
