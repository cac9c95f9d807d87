import type { locations, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../core/components/columns.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import { CopyCoordinates } from './copy-coordinates.tsx';
import { degreesText } from './location-texts.ts';
import classes from './locations.module.css';
import { MomentCell } from './moment-cell.tsx';

export type Location = OutputOf<typeof locations.list>[number];

export const columns: readonly Column<Location>[] = [
  { key: 'id', header: 'locations:columns.id', width: '4.25rem', wideOnly: true },
  { key: 'nickname', header: 'locations:columns.nickname', width: '6.25rem' },
  { key: 'latitude', header: 'locations:columns.latitude', width: '6.75rem', text: (row) => degreesText(row.latitude) },
  {
    key: 'longitude',
    header: 'locations:columns.longitude',
    width: '8rem',
    text: (row) => degreesText(row.longitude),
    cell: (row) => (
      <span className={classes.coordinate}>
        {degreesText(row.longitude)}
        <CopyCoordinates point={row} />
      </span>
    ),
  },
  {
    key: 'accuracy',
    header: 'locations:columns.accuracy',
    width: '6.5rem',
    text: ({ accuracy }) => i18n.t('locations:accuracy', { metres: Math.round(accuracy) }),
    sortable: true,
  },
  { key: 'address', header: 'locations:columns.address', card: 'title' },
  { key: 'timezone', header: 'locations:columns.timezone', width: '8.75rem', wideOnly: true },
  {
    key: 'localDateTime',
    header: 'locations:columns.localDateTime',
    width: '12.5rem',
    cell: (row) => <MomentCell location={row} />,
    sortable: true,
  },
];
