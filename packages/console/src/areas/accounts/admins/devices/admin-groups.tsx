import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { assignGroup, groupList } from '@fairwatch/contract';
import { CloseButton, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { changeAccount } from '../../../../shared/admin-accounts/change-account.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { Can } from '../../../../core/components/can.tsx';
import { Tag } from '../../../../shared/group-tags/group-tags.tsx';
import { useGroups } from '../../../../shared/group-tags/use-groups.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';

/** The groups through which an admin has devices. Those of the signed-in admin can be assigned and taken away. */
export function AdminGroups({ userId }: { userId: number }) {
  return (
    <Can use={groupList}>
      <Groups userId={userId} />
    </Can>
  );
}

function Groups({ userId }: { userId: number }) {
  const { t } = useTranslation('admins');
  const groups = useGroups() ?? [];
  const [saving, setSaving] = useState(false);
  const isAssigned = ({ admins }: (typeof groups)[number]) => admins.some(({ id }) => id === userId);
  const assigned = groups.filter(isAssigned);
  const free = groups.filter((group) => group.mine && !isAssigned(group));
  const change = async (groupId: number, isGiven: boolean) => {
    setSaving(true);
    await changeAccount(assignGroup, { groupId, userId, assigned: isGiven });
    await Promise.all([refetchChanged('groups'), refetchChanged('devices')]);
    setSaving(false);
  };
  return (
    <Group component="section" gap="xs" mih={30} mb="md" aria-label={t('assign.groups.label')}>
      <Text component="h2" size="sm" fw={600}>
        {t('assign.groups.title')}
      </Text>
      {assigned.length === 0 && <span className="fw-note">{t('assign.groups.none')}</span>}
      {assigned.map((group) => (
        <Tag key={group.id} group={group}>
          {group.mine && (
            <Can use={assignGroup}>
              <CloseButton
                size="xs"
                aria-label={t('assign.groups.take', { name: group.name })}
                title={t('assign.groups.take', { name: group.name })}
                disabled={saving}
                onClick={() => void change(group.id, false)}
              />
            </Can>
          )}
        </Tag>
      ))}
      {free.length > 0 && (
        <Can use={assignGroup}>
          <NativeSelect
            size="xs"
            aria-label={t('assign.groups.choose')}
            data={[
              { value: '', label: t('assign.groups.choose') },
              ...free.map(({ id, name, devices }) => ({
                value: String(id),
                label: t('assign.groups.devices', { name, count: devices }),
              })),
            ]}
            value=""
            disabled={saving}
            onChange={({ currentTarget }) => void change(Number(currentTarget.value), true)}
          />
        </Can>
      )}
    </Group>
  );
}
