import { assignGroup, deleteGroup, updateGroup, type Group } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { IconCalendarRepeat, IconPencil, IconTrash, IconUserShare, type TablerIcon } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { permittedActions } from '../../../shared/schedule-form/schedule-draft.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { toastPromise } from '../../../core/toast/toast.tsx';

// Lazy, because most visits change nothing.
const GroupDialog = lazy(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog }));
const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));
const ScheduleDialog = lazy(async () => ({
  default: (await import('../../../shared/schedule-form/schedule-dialog.tsx')).ScheduleDialog,
}));

type Action = 'schedule' | 'edit' | 'assign' | 'delete';

/** Schedules, edits, assigns and deletes a group. A group of another admin can only have a schedule. */
export function GroupActions({ group }: { group: Group }) {
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
      <Suspense fallback={<Opening />}>
        {opened === 'schedule' && <ScheduleDialog schedule={null} groupId={group.id} close={close} />}
        {opened === 'edit' && <GroupDialog group={group} close={close} />}
        {opened === 'assign' && <AssignDialog group={group} close={close} />}
      </Suspense>
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
