import { readEvent, type Collect } from '@fairwatch/device/core';
import type { Database } from '../../core/storage/database.ts';
import { readItems } from '../../core/shared-items/item-storage.ts';

/** The events of the calendar files that the person picked. */
export function collectCalendarEvents(database: Database): Collect<'calendar-events'> {
  return async () => {
    const items = await readItems(database, 'calendar-events');
    return items.flatMap(({ key, record }) => {
      const event = readEvent(record);
      return event === null ? [] : [{ key, ...event }];
    });
  };
}
