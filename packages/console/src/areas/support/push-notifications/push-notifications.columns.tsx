import type { PushNotification } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { StatusBadge, TypeBadge } from './notification-badges.tsx';
import texts from './push-notifications.texts.json';

addTexts('push-notifications', texts);

export const columns: readonly Column<PushNotification>[] = [
  { key: 'id', header: 'push-notifications:columns.id', width: '4.5rem', card: 'last' },
  { key: 'title', header: 'push-notifications:columns.title', width: '22%', card: 'title' },
  { key: 'message', header: 'push-notifications:columns.message' },
  {
    key: 'type',
    header: 'push-notifications:columns.type',
    cell: ({ type }) => <TypeBadge type={type} />,
    width: '8rem',
  },
  {
    key: 'status',
    header: 'push-notifications:columns.status',
    cell: ({ status }) => <StatusBadge status={status} />,
    width: '8rem',
    card: 'aside',
  },
  { key: 'sentBy', header: 'push-notifications:columns.sentBy', width: '8rem', wideOnly: true },
  {
    key: 'createdAt',
    header: 'push-notifications:columns.createdAt',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sheet: 'moment',
    width: '9rem',
  },
];
