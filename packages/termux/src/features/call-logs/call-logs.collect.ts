import type { Collect } from '@fairwatch/device/core';
import { readTimeZone } from '../../core/facts/time-zone.ts';
import { compareMoments, localTimeReader } from '../../core/parse/local-time.ts';
import { readPages } from '../../core/parse/pages.ts';
import type { Termux } from '../../core/termux/termux.ts';
import { parseCalls } from './call-logs.parse.ts';

const pageSize = 1000;
const overlap = 50;
const withinMs = 60_000;

/** Reads the whole call log, oldest first. */
export function collectCallLogs(termux: Termux): Collect<'call-logs'> {
  return async (work) => {
    const signal = work?.signal;
    const readLocalTime = localTimeReader(await readTimeZone(termux, signal));
    const rows = await readPages({
      async readPage(offset, limit) {
        const args = ['-l', String(limit), '-o', String(offset)];
        return parseCalls(await termux.readJson('termux-call-log', args, { withinMs, signal }), readLocalTime);
      },
      pageSize,
      overlap,
      signal,
    });
    return rows.sort((one, other) => compareMoments(one.date, other.date));
  };
}
