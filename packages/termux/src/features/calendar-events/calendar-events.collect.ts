import { collectWords } from '@fairwatch/device/words';
import { eventItem, eventsAtMost, readEvent, type Collect, type RowOf } from '@fairwatch/device/core';
import path from 'node:path';
import { homePath } from '../../core/files/home-path.ts';
import { readCalendarFile } from './read-calendar.ts';

type Row = RowOf<'calendar-events'>;

/**
 * Collects the events of the .ics files that the person chose, as they are now. A file that cannot be read fails the command, by its name: an
 * Update without its events would delete them on the server.
 */
export function collectCalendarEvents(calendarFiles: () => readonly string[]): Collect<'calendar-events'> {
  return async (work) => {
    const files = calendarFiles();
    if (files.length === 0) throw new Error(collectWords('calendar.notChosen'));
    const rows = new Map<string, Row>();
    for (const file of files) {
      for (const row of await rowsOf(file, work?.signal)) rows.set(row.key, row);
      if (rows.size > eventsAtMost) {
        throw new Error(collectWords('calendar.tooMany', { count: eventsAtMost }));
      }
    }
    return Array.from(rows.values());
  };
}

async function rowsOf(file: string, signal: AbortSignal | undefined): Promise<Row[]> {
  const events = await readCalendarFile(homePath(file), signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new Error(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  return events.flatMap((found) => {
    const { key, record } = eventItem(found);
    const event = readEvent(record);
    return event === null ? [] : [{ key, ...event }];
  });
}
