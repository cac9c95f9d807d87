import { calendarEvents } from '@fairwatch/contract';
import type { RowOf } from '../commands/handlers.ts';
import { clip } from '../text/clip.ts';
import { hashKey } from '../text/hash-key.ts';

export type EventRecord = Omit<RowOf<'calendar-events'>, 'key'>;

/** One event of a calendar file, before its texts are cut. */
export interface FoundEvent extends EventRecord {
  uid: string;
}

/** Converts an event to a shared item. Its key is its id and time, so that picking a calendar again updates its events. */
export function eventItem({ uid, ...found }: FoundEvent): { key: string; record: EventRecord } {
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
