import type { messages, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { i18n } from '../../../core/i18n/i18n.ts';

type MessageRow = OutputOf<typeof messages.list>[number];

/** The columns of the Excel file. On screen, messages are bubbles. */
export const exportColumns: readonly Column<MessageRow>[] = [
  { key: 'date', header: 'messages:columns.date', sheet: 'moment' },
  { key: 'name', header: 'messages:columns.name' },
  { key: 'address', header: 'messages:columns.address' },
  {
    key: 'direction',
    header: 'messages:columns.direction',
    text: ({ direction }) => i18n.t(`messages:direction.${direction}`),
  },
  { key: 'body', header: 'messages:columns.body' },
  { key: 'read', header: 'messages:columns.read', text: ({ read }) => i18n.t(read ? 'messages:yes' : 'messages:no') },
];
