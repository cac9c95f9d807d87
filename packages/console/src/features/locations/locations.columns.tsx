import type { locations, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../core/components/columns.ts';

export type Location = OutputOf<typeof locations.list>[number];

export const columns: readonly Column<Location>[] = [
  { key: 'id', header: 'locations:columns.id', width: '5rem' },
  { key: 'nickname', header: 'locations:columns.nickname' },
  { key: 'latitude', header: 'locations:columns.latitude' },
  { key: 'longitude', header: 'locations:columns.longitude' },
  { key: 'accuracy', header: 'locations:columns.accuracy', sortable: true },
  { key: 'address', header: 'locations:columns.address', card: 'title' },
  { key: 'timezone', header: 'locations:columns.timezone' },
  { key: 'localDateTime', header: 'locations:columns.localDateTime', sortable: true },
];
