import type { locations, OutputOf } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import type { Column } from '../../../core/components/table/columns.ts';
import { clockIn } from '../../../core/export/sheet-values.ts';
import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';
import { CopyCoordinates } from './copy-coordinates.tsx';
import { degreesText, localTimeText } from './location-texts.ts';

export type Location = OutputOf<typeof locations.list>[number];

/** A time in the browser's time zone and, where it differs, in the time zone of the location. */
function Moment({ localDateTime, timezone }: Location) {
  const at = new Date(localDateTime);
  const localTime = localTimeText(at.getTime(), timezone, currentLanguage());
  return (
    <time dateTime={localDateTime}>
      {exactTimeText(at, currentLanguage())}
      {localTime !== null && <span className="fw-note">{i18n.t('locations:there', { time: localTime })}</span>}
    </time>
  );
}

export const columns: readonly Column<Location>[] = [
  { key: 'id', header: 'locations:columns.id', width: '4.25rem', card: 'last' },
  { key: 'nickname', header: 'locations:columns.nickname', width: '6rem' },
  {
    key: 'latitude',
    header: 'locations:columns.latitude',
    width: '6.75rem',
    text: (row) => degreesText(row.latitude),
    sheet: 'degrees',
  },
  {
    key: 'longitude',
    header: 'locations:columns.longitude',
    width: '7.5rem',
    text: (row) => degreesText(row.longitude),
    sheet: 'degrees',
    cell: (row) => (
      <Group component="span" gap={4} wrap="nowrap">
        {degreesText(row.longitude)}
        <CopyCoordinates point={row} />
      </Group>
    ),
  },
  {
    key: 'accuracy',
    header: 'locations:columns.accuracy',
    width: '6.5rem',
    text: ({ accuracy }) => i18n.t('locations:accuracy', { metres: Math.round(accuracy) }),
    sheet: 'metres',
    sortable: true,
  },
  {
    key: 'address',
    header: 'locations:columns.address',
    cell: ({ address }) => (address === '' ? '–' : <span className="fw-two-lines">{address}</span>),
    card: 'title',
  },
  { key: 'timezone', header: 'locations:columns.timezone', width: '7.5rem' },
  {
    key: 'localDateTime',
    header: 'locations:columns.localDateTime',
    width: '13rem',
    cell: (row) => <Moment {...row} />,
    sheet: 'moment',
    sortable: true,
  },
];

/** The columns of the Excel file: those of the page, and the local time at the location. */
export const exportColumns: readonly Column<Location>[] = [
  ...columns,
  {
    key: 'localDateTime',
    header: 'locations:columns.localDateTime',
    sheet: 'clock',
    sheetValue: ({ localDateTime, timezone }) => clockIn(timezone, localDateTime),
  },
];
