import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import { addedText, countText } from '../../core/trays/added-text.ts';
import { TakeAllOut } from '../../core/trays/take-all-out.tsx';
import { TrayList } from '../../core/trays/tray-list.tsx';
import { TrayPanel } from '../../core/trays/tray-panel.tsx';
import { addToTray, removeFromTray } from '../../core/trays/tray-store.ts';
import { useTray } from '../../core/trays/use-tray.ts';
import { useWork } from '../../core/trays/use-work.ts';
import { eventItem, eventsAtMost, readEvent, type EventRecord } from './event-item.ts';
import { readCalendarFile } from './read-calendar.ts';

/** The events that an Update sends: those of the calendar files that the person picked. */
export function CalendarTray() {
  const { database } = useCompanion();
  const items = useTray('calendar-events');
  const work = useWork();
  const listed = useMemo(() => listEvents(items ?? []), [items]);
  if (items === null) return null;

  const add = (file: File) =>
    work.run(async () => {
      const events = await readCalendarFile(file);
      return addedText(await addToTray(database, 'calendar-events', events.map(eventItem), eventsAtMost));
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeFromTray(database, 'calendar-events', keys);
      return 'Taken out. The next update removes it from the server.';
    });

  return (
    <TrayPanel
      summary={`${countText(items.length, 'event', 'events')} to share`}
      work={work}
      actions={
        <>
          <FileButton accept=".ics,text/calendar" onChange={(file) => file && add(file)}>
            {(props) => (
              <Button {...props} size="md" leftSection={<IconFileImport size={20} aria-hidden />} loading={work.isBusy}>
                Add an .ics file
              </Button>
            )}
          </FileButton>
          <TakeAllOut count={items.length} isBusy={work.isBusy} onConfirm={() => remove(items.map(({ key }) => key))} />
        </>
      }
    >
      <TrayList
        items={listed}
        searchLabel="Search your events"
        isBusy={work.isBusy}
        onRemove={(key) => remove([key])}
      />
    </TrayPanel>
  );
}

function listEvents(items: readonly { key: string; record: Record<string, unknown> }[]) {
  return items
    .flatMap(({ key, record }) => {
      const event = readEvent(record);
      return event === null ? [] : [{ key, event }];
    })
    .toSorted((one, other) => one.event.startDate.localeCompare(other.event.startDate))
    .map(({ key, event }) => ({ key, title: event.title || 'Without a title', detail: whenText(event) }));
}

function whenText({ startDate, allDay, location }: EventRecord): string {
  const when = allDay
    ? new Date(startDate).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
    : new Date(startDate).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return location === '' ? when : `${when} · ${location}`;
}
