import { describe, expect, it } from 'vitest';
import { exportColumns as accessLog } from './areas/consent/audit/access-log.columns.tsx';
import { exportColumns as audit } from './areas/consent/audit/audit.columns.tsx';
import type { Column } from './core/components/table/columns.ts';
import { sheetCell } from './core/export/sheet-values.ts';
import { columnsOf as appColumns } from './areas/device-data/apps/apps.columns.tsx';
import { exportColumns as calendar } from './areas/device-data/calendar-events/calendar-events.columns.tsx';
import { columns as calls } from './areas/device-data/call-logs/call-logs.columns.tsx';
import { exportColumns as devices } from './areas/devices/list/devices.columns.tsx';
import { fileColumns } from './areas/files/file-manager/list/files.columns.tsx';
import { columns as gallery } from './areas/device-data/gallery/gallery.columns.ts';
import { exportColumns as locations } from './areas/places/locations/locations.columns.tsx';
import { exportColumns as messages } from './areas/device-data/messages/messages.columns.ts';
import { columns as notifications } from './areas/support/push-notifications/push-notifications.columns.tsx';
import { exportColumns as runItems } from './areas/devices/runs/run-items.columns.tsx';
import { exportColumnsOf as ticketColumns } from './areas/support/tickets/list/tickets.columns.tsx';

type AnyColumn = Column<{ id: number }>;

/** Columns of any row type. */
const asColumns = (columns: readonly unknown[]) => columns as readonly AnyColumn[];
const at = '2026-11-15T12:00:00.000Z';
const day = 46_341.5;

/** Each exported list with its numeric fields: a row as the server sends it, and the expected cells. */
const lists: [name: string, columns: readonly AnyColumn[], row: object, cells: Record<string, number>][] = [
  [
    'devices',
    asColumns(devices),
    { id: 7, formattedDate: at, lastSeenAt: at, batteryPercent: 96, sharedCount: 9 },
    { id: 7, formattedDate: day, lastSeenAt: day, batteryPercent: 0.96, sharedCount: 9 },
  ],
  ['audit log', asColumns(audit), { recordedAt: at, sequence: 12 }, { recordedAt: day, sequence: 12 }],
  ['access log', asColumns(accessLog), { id: 3, recordedAt: at }, { id: 3, recordedAt: day }],
  [
    'items of a run',
    asColumns(runItems),
    { id: 4, startedAt: at, finishedAt: at },
    { id: 4, startedAt: day, finishedAt: day },
  ],
  ['tickets', asColumns(ticketColumns('SUBORDINATES')), { id: 4, date: at }, { id: 4, date: day }],
  ['own tickets', asColumns(ticketColumns('MINE')), { id: 4, date: at }, { id: 4, date: day }],
  [
    'locations',
    asColumns(locations.slice(0, -1)),
    { id: 1, latitude: 47.37, longitude: 8.54, accuracy: 12.4, localDateTime: at },
    { id: 1, latitude: 47.37, longitude: 8.54, accuracy: 12.4, localDateTime: day },
  ],
  [
    'local times of locations',
    asColumns(locations.slice(-1)),
    { localDateTime: at, timezone: 'Asia/Tokyo' },
    { localDateTime: day + 9 / 24 },
  ],
  ['calls', asColumns(calls), { duration: 90, date: at }, { duration: 90 / 86_400, date: day }],
  ['apps', asColumns(appColumns(1, true)), { size: 5000, installedAt: at }, { size: 5000, installedAt: day }],
  [
    'files',
    asColumns(fileColumns(true)),
    { size: 5000, folder: false, modifiedAt: at },
    { size: 5000, modifiedAt: day },
  ],
  [
    'gallery',
    asColumns(gallery),
    { takenAt: at, width: 640, height: 480, durationMs: 1500, size: 5000 },
    { takenAt: day, width: 640, height: 480, durationMs: 1.5 / 86_400, size: 5000 },
  ],
  ['messages', asColumns(messages), { date: at }, { date: day }],
  ['calendar', asColumns(calendar), { startDate: at, endDate: at }, { startDate: day, endDate: day }],
  ['notifications', asColumns(notifications), { id: 5, createdAt: at }, { id: 5, createdAt: day }],
];

describe('the Excel file', () => {
  it.each(lists)('of %s stores numbers, times and durations as numbers', (_name, columns, row, cells) => {
    const found = columns
      .filter(({ key }) => key in cells)
      .map((column) => [column.key, sheetCell(column, row as { id: number })]);
    expect(Object.fromEntries(found)).toEqual(cells);
  });

  it('of files leaves the size of folders empty', () => {
    const size = asColumns(fileColumns(false)).find(({ key }) => (key as string) === 'size');
    expect(size && sheetCell(size, { id: 1, size: 0, folder: true } as { id: number })).toBe('');
  });
});
