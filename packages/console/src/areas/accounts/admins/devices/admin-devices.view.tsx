import '@mantine/core/styles/Skeleton.layer.css';
import { Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Choice } from '../../../../core/components/buttons/choice.tsx';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { useUrlSearch } from '../../../../core/components/filters/use-list-search.ts';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { AdminGroups } from './admin-groups.tsx';
import { AdminHeader } from '../admin-header.tsx';
import texts from '../admins.texts.json';
import { DevicePicker } from './device-picker.tsx';
import { useAdmin } from '../use-admin.ts';

addTexts('admins', texts);

const tabs = ['assigned', 'free'] as const;

/** Lists the devices that are assigned to an admin, and those that can be. */
export function AdminDevicesView() {
  const { t } = useTranslation('admins');
  const { userId, admin, loading, error, refetch, mayChange } = useAdmin();
  const { raw, patch } = useUrlSearch();
  const canChange = mayChange && admin?.adminStatus !== 'PENDING' && admin?.adminStatus !== 'NON_ADMIN';
  const tab = tabs.find((each) => each === raw['tab']) ?? 'assigned';
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const confirmLeave = useUnsavedChanges(selected.size > 0);
  const show = (next: (typeof tabs)[number]) =>
    confirmLeave(() => {
      setSelected(new Set());
      patch({ tab: next === 'assigned' ? undefined : next, search: undefined, page: undefined });
    });
  return (
    <>
      <AdminHeader admin={admin} loading={loading} page="assign" />
      {error !== null && <ErrorView error={error} retry={refetch} />}
      {loading && <Skeleton height={320} radius="md" />}
      {error === null && (
        // Hidden but rendered, so that it loads meanwhile; shown once the header above has its final height.
        <div hidden={loading}>
          <Group gap="xs" mb="md">
            <Choice
              label={t('assign.tabs')}
              options={tabs.map((value) => ({ value, label: t(`assign.${value}`) }))}
              value={tab}
              onChange={show}
            />
            <span className="fw-note">
              {t(admin?.adminStatus === 'SUPER_ADMIN' ? 'assign.super' : 'assign.subtitle')}
            </span>
          </Group>
          {canChange && <AdminGroups userId={userId} />}
          <DevicePicker
            key={`${userId} ${tab}`}
            userId={userId}
            tab={tab}
            mayChange={canChange}
            selected={selected}
            select={setSelected}
          />
        </div>
      )}
    </>
  );
}
