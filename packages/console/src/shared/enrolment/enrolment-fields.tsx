import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { adminList, groupList, limits } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { useAdminSession } from '../../core/session/session-store.ts';
import classes from './create-passcodes.module.css';
import { offeredHours, validityOf, type EnrolmentDraft } from './enrolment-draft.ts';
import { useCreateTexts } from './use-create-texts.ts';

interface EnrolmentFieldsProps {
  draft: EnrolmentDraft;
  change: (draft: EnrolmentDraft) => void;
}

/** The group and the admin that a device joins, and how long its passcode is valid. Choices without an alternative are not shown. */
export function EnrolmentFields({ draft, change }: EnrolmentFieldsProps) {
  const { t } = useCreateTexts();
  const groups = useGroups();
  const admins = useOtherAdmins();
  return (
    <div className={classes.enrolment}>
      <NativeSelect
        name="hours"
        label={t('hours')}
        data={offeredHours.map((hours) => {
          const { unit, count } = validityOf(hours);
          return { value: String(hours), label: t(`validity.${unit}`, { count }) };
        })}
        value={draft.hours}
        onChange={({ currentTarget }) => change({ ...draft, hours: currentTarget.value })}
      />
      {groups.length > 0 && (
        <NativeSelect
          name="groupId"
          label={t('group')}
          data={[{ value: '', label: t('noGroup') }, ...groups]}
          value={draft.groupId}
          onChange={({ currentTarget }) => change({ ...draft, groupId: currentTarget.value })}
        />
      )}
      {admins.length > 0 && (
        <NativeSelect
          name="adminId"
          label={t('admin')}
          data={[{ value: '', label: t('you') }, ...admins]}
          value={draft.adminId}
          onChange={({ currentTarget }) => change({ ...draft, adminId: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** The groups whose devices are chosen by hand. A group by rule takes in whoever matches, with any passcode. */
function useGroups() {
  const enabled = useCan(groupList);
  const groups = useQuery({ ...query(groupList, {}), enabled }).data?.data ?? [];
  return groups.filter(({ rule }) => rule === null).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The other admins to whom the signed-in admin may assign the device that joins. */
function useOtherAdmins() {
  const enabled = useCan(adminList);
  const { userId } = useAdminSession();
  const input = { page: 1, pageSize: limits.page.maxSize, sortBy: 'username', sortDirection: 'asc' } as const;
  const admins = useQuery({ ...query(adminList, input), enabled }).data?.data ?? [];
  return admins
    .filter(({ id, adminStatus, blocked }) => {
      const isAdmin = adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN';
      return isAdmin && !blocked && String(id) !== userId;
    })
    .map(({ id, username }) => ({ value: String(id), label: username }));
}
