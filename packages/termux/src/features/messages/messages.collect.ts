import type { Collect } from '@fairwatch/device/core';
import { readTimeZone } from '../../core/facts/time-zone.ts';
import { localTimeReader } from '../../core/parse/local-time.ts';
import { readPages } from '../../core/parse/pages.ts';
import type { Termux } from '../../core/termux/termux.ts';
import { completeMessages } from './message-threads.ts';
import { parseMessages } from './messages.parse.ts';

const pageSize = 1000;
const overlap = 50;
/** Termux:API looks up the name of each sender, which takes a slow phone some seconds per page. */
const withinMs = 60_000;

/** Reads all text messages that were received and sent, oldest first. Only one page of the printed JSON is in memory at a time. */
export function collectMessages(termux: Termux): Collect<'messages'> {
  return async (work) => {
    const signal = work?.signal;
    const readLocalTime = localTimeReader(await readTimeZone(termux, signal));
    const printed = await readPages({
      async readPage(offset, limit) {
        const args = ['-l', String(limit), '-o', String(offset), '-t', 'all'];
        return parseMessages(await termux.readJson('termux-sms-list', args, { withinMs, signal }), readLocalTime);
      },
      pageSize,
      overlap,
      signal,
    });
    return completeMessages(printed);
  };
}
