import type { files, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../core/components/columns.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';

type FileRow = OutputOf<typeof files.list>[number];

export const columns: readonly Column<FileRow>[] = [
  { key: 'name', header: 'files:columns.name', sortable: true, card: 'title' },
  { key: 'size', header: 'files:columns.size', sortable: true },
  { key: 'mimeType', header: 'files:columns.mimeType', sortable: true },
  {
    key: 'modifiedAt',
    header: 'files:columns.modifiedAt',
    cell: ({ modifiedAt }) => <RelativeTime at={modifiedAt} />,
    sortable: true,
  },
];
