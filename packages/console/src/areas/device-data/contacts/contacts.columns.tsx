import type { contacts, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { PersonName } from '../../../core/components/people/person-name.tsx';

type Contact = OutputOf<typeof contacts.list>[number];

export const columns: readonly Column<Contact>[] = [
  {
    key: 'name',
    header: 'contacts:columns.name',
    cell: ({ name }) => <PersonName name={name} />,
    sortable: true,
    card: 'title',
  },
  { key: 'phoneNumber', header: 'contacts:columns.phoneNumber', sortable: true, width: '20%' },
  { key: 'email', header: 'contacts:columns.email', sortable: true, width: '26%' },
  { key: 'address', header: 'contacts:columns.address', width: '28%' },
];
