import { collectWords } from '@fairwatch/device/words';
import { calendarMaxBytes, type FoundEvent } from '@fairwatch/device/core';
import type { CalendarAnswer } from './ics.worker.ts';
import { t } from './calendar-events.texts.ts';

const withinMs = 20_000;

/** Reads the events of an .ics file in a worker, which is terminated after a timeout, since some rules never end. */
export async function readCalendarFile(file: Blob): Promise<FoundEvent[]> {
  if (file.size > calendarMaxBytes) throw new Error(collectWords('calendar.tooLarge'));
  const text = await file.text();
  const worker = new Worker(new URL('./ics.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<FoundEvent[]>();
  const timer = setTimeout(() => reject(new Error(collectWords('calendar.tooSlow'))), withinMs);
  worker.addEventListener('message', ({ data }: MessageEvent<CalendarAnswer>) => {
    if ('events' in data) resolve(data.events);
    else reject(new Error(data.problem));
  });
  worker.addEventListener('error', () => reject(new Error(t('unreadable'))));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(text);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
