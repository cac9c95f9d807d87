import type { appPermissions, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../core/components/columns.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import classes from './app-permissions.module.css';
import { RequirementSign, StatusSign } from './permission-badges.tsx';

type AppPermission = OutputOf<typeof appPermissions.list>[number];

export const columns: readonly Column<AppPermission>[] = [
  {
    key: 'title',
    header: 'app-permissions:columns.title',
    cell: ({ title }) => <span className={classes.name}>{title}</span>,
    sortable: true,
    width: '20%',
    card: 'title',
  },
  {
    key: 'status',
    header: 'app-permissions:columns.status',
    cell: ({ status, userPermissionRequirement }) => (
      <StatusSign status={status} requirement={userPermissionRequirement} />
    ),
    text: ({ status }) => i18n.t(`app-permissions:status.${status}`),
    sortable: true,
    width: '10.5rem',
    card: 'aside',
  },
  {
    key: 'permission',
    header: 'app-permissions:columns.permission',
    cell: ({ permission }) => <code className={classes.code}>{permission.replace('android.permission.', '')}</code>,
    sortable: true,
    width: '27%',
  },
  {
    key: 'description',
    header: 'app-permissions:columns.description',
    cell: ({ description }) => <span className={classes.description}>{description}</span>,
  },
  {
    key: 'userPermissionRequirement',
    header: 'app-permissions:columns.userPermissionRequirement',
    cell: ({ userPermissionRequirement }) => <RequirementSign requirement={userPermissionRequirement} />,
    text: ({ userPermissionRequirement }) => i18n.t(`app-permissions:requirement.${userPermissionRequirement}`),
    sortable: true,
    width: '8.5rem',
  },
];
