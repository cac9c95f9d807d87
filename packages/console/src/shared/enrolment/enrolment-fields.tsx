import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { adminList, groupList, limits, usualHours } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../core/api/query.ts';
import { LanguageSelect } from '../../core/components/language-select.tsx';
import { useCan } from '../../core/components/can.tsx';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import classes from './create-passcodes.module.css';
import { offeredHours, validityOf, type EnrolmentDraft } from './enrolment-draft.ts';
import { useCreateTexts } from './use-create-texts.ts';

const labelFirst: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface EnrolmentFieldsProps {
  draft: EnrolmentDraft;
  change: (draft: EnrolmentDraft) => void;
  /** How many of the passcodes need a guardian's signature by link. Those are valid for longer unless the admin chooses otherwise. */
  guarded: 'none' | 'all' | 'some';
}

/** The group and the admin that a device joins, and how long its passcode is valid. Choices without an alternative are not shown. */
export function EnrolmentFields({ draft, change, guarded }: EnrolmentFieldsProps) {
  const { t } = useCreateTexts();
  const validity = useValidity(draft, guarded);
  const groups = useGroups();
  const admins = useOtherAdmins();
  return (
    <div className={classes.enrolment}>
      <NativeSelect
        name="hours"
        label={t('hours')}
        inputWrapperOrder={labelFirst}
        {...validity}
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
      <LanguageSelect value={draft.language} change={(language) => change({ ...draft, language })} otherwise="device" />
    </div>
  );
}

/** Returns the options of the validity field, its value, and a note that says until when the passcodes would be valid. */
function useValidity({ hours }: EnrolmentDraft, guarded: EnrolmentFieldsProps['guarded']) {
  const { t } = useCreateTexts();
  const lengthOf = (each: number) => {
    const { unit, count } = validityOf(each);
    return t(`validity.${unit}`, { count });
  };
  // Until when is counted from the opening of the form. The list of passcodes has the exact time.
  const [openedAt] = useState(Date.now);
  const until = (each: number) => exactTimeText(new Date(openedAt + each * 3_600_000), currentLanguage());
  const [usual, long] = [usualHours({ isGuarded: false }), usualHours({ isGuarded: true })];
  const offered = offeredHours.map((each) => ({ value: String(each), label: lengthOf(each) }));
  if (guarded === 'some') {
    const both = { value: '', label: t('validity.both', { usual: lengthOf(usual), long: lengthOf(long) }) };
    const description =
      hours === ''
        ? t('validUntilBoth', { until: until(usual), long: until(long) })
        : t('validUntil', { until: until(Number(hours)) });
    return { data: [both, ...offered], value: hours, description };
  }
  const chosen = hours === '' ? (guarded === 'all' ? long : usual) : Number(hours);
  return { data: offered, value: String(chosen), description: t('validUntil', { until: until(chosen) }) };
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
