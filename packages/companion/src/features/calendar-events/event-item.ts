import { calendarEvents } from '@fairwatch/contract';
import type { RowOf } from '@fairwatch/device/core';
import { clip } from '../../core/files/clip.ts';
import { hashKey } from '../../core/files/hash-key.ts';
import type { NewItem } from '../../core/shared-items/item-storage.ts';

export type EventRecord = Omit<RowOf<'calendar-events'>, 'key'>;

/** How many events a person can share, each occurrence of a repeating one counted. */
export const eventsAtMost = 10_000;

/** One event of a calendar file, before its texts are cut. */
export interface FoundEvent extends EventRecord {
  uid: string;
}

/** Converts an event to a shared item. Its key is its id and time, so that picking a calendar again updates its events. */
export function eventItem({ uid, ...found }: FoundEvent): NewItem {
  const record: EventRecord = {
    ...found,
    title: clip(found.title, 500),
    location: clip(found.location, 500),
    description: clip(found.description, 2000),
  };
  const name = uid === '' ? record.title : uid;
  return { key: hashKey(name, record.startDate), record };
}

export function readEvent(record: Record<string, unknown>): EventRecord | null {
  const { success, data } = calendarEvents.record.safeParse(record);
  return success ? data : null;
}
