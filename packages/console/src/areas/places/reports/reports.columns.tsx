import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../core/components/table/columns.ts';
import { addTexts, currentLanguage } from '../../../core/i18n/i18n.ts';
import { kilometresText, timeInZoneText } from '../../../shared/place-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import type { ShownRow } from './report-rows.ts';
import texts from './reports.texts.json';
import { daysOfWeek } from './weeks.ts';
import { listText } from '../../../core/i18n/list-text.ts';

addTexts('reports', texts);

const numberText = (value: number) => new Intl.NumberFormat(currentLanguage()).format(value);

function zonesText({ zones }: ShownRow): string {
  return listText(zones.map(({ name, seconds }) => `${name} ${timeInZoneText(seconds)}`));
}

function Zones({ zones }: ShownRow) {
  if (zones.length === 0) return '–';
  return (
    <Group component="ul" gap="0.125rem 0.75rem">
      {zones.map(({ zoneId, name, seconds }) => (
        <li key={zoneId}>
          {name}{' '}
          <Text span inherit c="dimmed" className="fw-figures">
            {timeInZoneText(seconds)}
          </Text>
        </li>
      ))}
    </Group>
  );
}

/** The columns of the report of a week. The name of a device leads to its places in that week. */
export const columnsOf = (monday: string): readonly Column<ShownRow>[] => [
  {
    key: 'device',
    header: 'reports:columns.device',
    cell: ({ device, deviceId }) => (
      <Link {...pageLink('/device/location/$deviceId', { params: { deviceId }, search: daysOfWeek(monday) })}>
        {device}
      </Link>
    ),
    text: ({ device }) => device,
    sortable: true,
    card: 'title',
  },
  {
    key: 'metres',
    header: 'reports:columns.distance',
    text: ({ metres }) => kilometresText(metres),
    sheet: 'metres',
    sortable: true,
    width: '8rem',
  },
  {
    key: 'stops',
    header: 'reports:columns.stops',
    text: ({ stops }) => numberText(stops),
    sheet: 'number',
    sortable: true,
    width: '6rem',
  },
  { key: 'zones', header: 'reports:columns.zones', cell: (row) => <Zones {...row} />, text: zonesText },
  {
    key: 'points',
    header: 'reports:columns.points',
    text: ({ points }) => numberText(points),
    sheet: 'number',
    sortable: true,
    width: '6rem',
  },
];
