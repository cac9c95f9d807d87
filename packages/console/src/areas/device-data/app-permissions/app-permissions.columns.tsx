import type { appPermissions, OutputOf, PermissionStatus } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleHalf2, IconCircleX } from '@tabler/icons-react';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import classes from './app-permissions.module.css';

type AppPermission = OutputOf<typeof appPermissions.list>[number];

const looks: Record<PermissionStatus, BadgeLook> = {
  GRANTED: { icon: IconCircleCheck, tone: 'good' },
  ONLY_WHILE_IN_USE: { icon: IconCircleHalf2, tone: 'working' },
  DENIED: { icon: IconCircleX, tone: 'quiet' },
  NOT_ASKED: { icon: IconCircleDashed, tone: 'quiet' },
};

/** A required permission that is missing stands out. */
function lookOf({ status: value, userPermissionRequirement }: AppPermission): BadgeLook {
  const look = looks[value];
  return userPermissionRequirement === 'REQUIRED' && look.tone === 'quiet' ? { ...look, tone: 'bad' } : look;
}

const statusText = (permission: AppPermission) => i18n.t(`app-permissions:status.${permission.status}`);

const requirementText = ({ userPermissionRequirement }: AppPermission) =>
  i18n.t(`app-permissions:requirement.${userPermissionRequirement}`);

const status: Column<AppPermission> = {
  key: 'status',
  header: 'app-permissions:columns.status',
  cell: (permission) => <ToneBadge {...lookOf(permission)} label={statusText(permission)} />,
  text: statusText,
  sortable: true,
  width: '10.5rem',
  card: 'aside',
};

const requirement: Column<AppPermission> = {
  key: 'userPermissionRequirement',
  header: 'app-permissions:columns.userPermissionRequirement',
  cell: (permission) => (
    <Text span size="xs" c={permission.userPermissionRequirement === 'REQUIRED' ? undefined : 'dimmed'}>
      {requirementText(permission)}
    </Text>
  ),
  text: requirementText,
  sortable: true,
  width: '8.5rem',
};

export const columns: readonly Column<AppPermission>[] = [
  {
    key: 'title',
    header: 'app-permissions:columns.title',
    cell: ({ title }) => (
      <Text span inherit fw={500} className={classes.wraps}>
        {title}
      </Text>
    ),
    sortable: true,
    width: '18%',
    card: 'title',
  },
  status,
  {
    key: 'permission',
    header: 'app-permissions:columns.permission',
    cell: ({ permission }) => (
      <Text component="code" lineClamp={2} size="xs" c="dimmed" className={classes.wraps}>
        {breakable(permission)}
      </Text>
    ),
    width: '25%',
  },
  {
    key: 'description',
    header: 'app-permissions:columns.description',
    cell: ({ description }) => (
      <Text component="div" size="sm" className={`${classes.wraps} ${classes.description}`}>
        {description}
      </Text>
    ),
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
