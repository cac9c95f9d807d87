import { type Group, assignGroup, deleteGroup, updateGroup } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../core/components/table/columns.ts';
import { Tag } from '../../../shared/group-tags/group-tags.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import classes from './groups.module.css';
import { ruleWords } from './rule-words.ts';
import { Text } from '@mantine/core';
import { IconCalendarRepeat, IconPencil, IconTrash, IconUserShare, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { permittedActions } from '../../../shared/schedule-form/schedule-draft.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { listText } from '../../../core/i18n/list-text.ts';

const adminsText = ({ admins }: Group) => listText(admins.map(({ name }) => name));

/** The number of devices, which links to them in the list of devices. */
function DeviceCount({ group: { id, name, devices } }: { group: Group }) {
  return (
    <Link
      {...pageLink('/device-list', { search: { groupId: id } })}
      className="fw-name-link"
      title={i18n.t('groups:show', { name })}
    >
      {i18n.t('groups:devices', { count: devices })}
    </Link>
  );
}

export const columns: readonly Column<Group>[] = [
  {
    key: 'name',
    header: 'groups:columns.name',
    cell: (group) => <Tag group={group} />,
    sortable: true,
    width: '12rem',
    card: 'title',
  },
  {
    key: 'rule',
    header: 'groups:columns.rule',
    cell: ({ rule }) => <span className={classes.ruleWords}>{ruleWords(rule)}</span>,
    text: ({ rule }) => ruleWords(rule),
  },
  {
    key: 'devices',
    header: 'groups:columns.devices',
    cell: (group) => <DeviceCount group={group} />,
    text: ({ devices }) => i18n.t('groups:devices', { count: devices }),
    sortable: true,
    width: '7.5rem',
    card: 'aside',
  },
  { key: 'owner', header: 'groups:columns.owner', sortable: true, width: '7.5rem' },
  {
    key: 'admins',
    header: 'groups:columns.admins',
    cell: (group) => <span className="fw-two-lines">{adminsText(group) || i18n.t('groups:noAdmins')}</span>,
    text: adminsText,
    width: '9rem',
  },
  {
    key: 'mine',
    header: 'groups:columns.actions',
    cell: (group) => <GroupActions group={group} />,
    text: () => '',
    controls: true,
    width: '10rem',
  },
];

// Lazy, because most visits change nothing.
const GroupDialog = lazyDialog(async () => (await import('./group-dialog.tsx')).GroupDialog);
const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const ScheduleDialog = lazyDialog(
  async () => (await import('../../../shared/schedule-form/schedule-dialog.tsx')).ScheduleDialog,
);

type Action = 'schedule' | 'edit' | 'assign' | 'delete';

/** Schedules, edits, assigns and deletes a group. A group of another admin can only have a schedule. */
function GroupActions({ group }: { group: Group }) {
  const { t } = useTranslation('groups');
  const [opened, setOpened] = useState<Action | null>(null);
  const maySchedule = permittedActions(useAdminSession()).length > 0;
  const close = () => setOpened(null);
  const remove = async () => {
    close();
    await toastPromise(call(deleteGroup, { groupId: group.id })).catch(() => undefined);
    await Promise.all([refetchChanged('groups'), refetchChanged('devices')]);
  };
  const button = (action: Action, icon: TablerIcon) => (
    <RowAction icon={icon} label={t(`actions.${action}`, { name: group.name })} onClick={() => setOpened(action)} />
  );
  return (
    <span className="fw-inline">
      {maySchedule && button('schedule', IconCalendarRepeat)}
      {group.mine && (
        <>
          <Can use={updateGroup}>{button('edit', IconPencil)}</Can>
          <Can use={assignGroup}>{button('assign', IconUserShare)}</Can>
          <Can use={deleteGroup}>{button('delete', IconTrash)}</Can>
        </>
      )}
      {opened === 'schedule' && <ScheduleDialog schedule={null} groupId={group.id} close={close} />}
      {opened === 'edit' && <GroupDialog group={group} close={close} />}
      {opened === 'assign' && <AssignDialog group={group} close={close} />}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={t('delete.title', { name: group.name })}
        confirm={t('delete.confirm')}
        cancel={t('delete.cancel')}
        onCancel={close}
        onConfirm={() => void remove()}
      >
        <Text size="sm">{t('delete.text')}</Text>
      </ConfirmDialog>
    </span>
  );
}
