import type { appPermissions, OutputOf } from '@fairwatch/contract';
import { breakable } from '../../../core/components/text/breakable.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import classes from './app-permissions.module.css';
import { RequirementBadge, StatusBadge } from './permission-badges.tsx';

type AppPermission = OutputOf<typeof appPermissions.list>[number];

const status: Column<AppPermission> = {
  key: 'status',
  header: 'app-permissions:columns.status',
  cell: ({ status: value, userPermissionRequirement }) => (
    <StatusBadge status={value} requirement={userPermissionRequirement} />
  ),
  text: (permission) => i18n.t(`app-permissions:status.${permission.status}`),
  sortable: true,
  width: '10.5rem',
  card: 'aside',
};

const requirement: Column<AppPermission> = {
  key: 'userPermissionRequirement',
  header: 'app-permissions:columns.userPermissionRequirement',
  cell: ({ userPermissionRequirement }) => <RequirementBadge requirement={userPermissionRequirement} />,
  text: ({ userPermissionRequirement }) => i18n.t(`app-permissions:requirement.${userPermissionRequirement}`),
  sortable: true,
  width: '8.5rem',
};

export const columns: readonly Column<AppPermission>[] = [
  {
    key: 'title',
    header: 'app-permissions:columns.title',
    cell: ({ title }) => <span className={classes.name}>{title}</span>,
    sortable: true,
    width: '18%',
    card: 'title',
  },
  status,
  {
    key: 'permission',
    header: 'app-permissions:columns.permission',
    cell: ({ permission }) => <code className={classes.code}>{breakable(permission)}</code>,
    width: '25%',
  },
  {
    key: 'description',
    header: 'app-permissions:columns.description',
    cell: ({ description }) => <span className={classes.description}>{description}</span>,
  },
  requirement,
];

export const exportColumns: readonly Column<AppPermission>[] = [
  { key: 'title', header: 'app-permissions:columns.title' },
  status,
  { key: 'permission', header: 'app-permissions:columns.permission' },
  { key: 'description', header: 'app-permissions:columns.description' },
  requirement,
];
