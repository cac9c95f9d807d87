import { addToGroup, removeFromGroup, type DeviceSelection, type DeviceSummary, type Group } from '@fairwatch/contract';
import { Button, Group as Row, Loader, Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../../../core/api/client.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { deviceName } from '../../../../shared/device-feature/device/device-name.ts';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { Tag } from '../../../../shared/group-tags/group-tags.tsx';
import { isChosenByHand, useGroups } from '../../../../shared/group-tags/use-groups.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';

interface DeviceGroupsDialogProps {
  device: DeviceSummary;
  close: () => void;
}

/** Puts a device into groups and takes it out. Groups by rule, and those of other admins, are shown but cannot be chosen. */
export function DeviceGroupsDialog({ device, close }: DeviceGroupsDialogProps) {
  const { t } = useTranslation('overview');
  const groups = useGroups();
  /** The groups whose choice differs from what is stored. */
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const [saving, setSaving] = useState(false);
  const isMember = ({ id }: Pick<Group, 'id'>) => device.groups.some((group) => group.id === id);
  const dirty = changed.size > 0 && !saving;
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  const toggle = (id: number) => {
    const next = new Set(changed);
    if (!next.delete(id)) next.add(id);
    setChanged(next);
  };
  const note = (group: Group) => {
    if (isChosenByHand(group)) return null;
    return group.rule === null ? t('groups.notMine', { owner: group.owner }) : t('groups.byRule');
  };

  async function saveAll(): Promise<void> {
    const selection: DeviceSelection = { by: 'DEVICES', deviceIds: [device.id] };
    for (const groupId of changed) {
      await call(isMember({ id: groupId }) ? removeFromGroup : addToGroup, { groupId, selection });
    }
  }
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSaving(true);
    const isSaved = await toastPromise(saveAll()).then(
      () => true,
      () => false,
    );
    await refetchChanged('groups');
    setSaving(false);
    // After a failure some groups may be changed already: the choice starts again from what is stored.
    setChanged(new Set());
    if (isSaved) close();
  }

  return (
    <Dialog title={t('groups.dialog', { name: deviceName(device) })} close={cancel} dirty={dirty}>
      {groups === undefined && <Loader size="sm" />}
      {groups !== undefined && (
        <form onSubmit={(event) => void submit(event)}>
          <Text size="sm">{t(groups.length === 0 ? 'groups.empty' : 'groups.what')}</Text>
          <Stack
            component="fieldset"
            gap={2}
            mah="50vh"
            mt="sm"
            style={{ overflowY: 'auto' }}
            aria-label={t('groups.title')}
          >
            {groups.map((group) => (
              <label key={group.id} className="fw-check">
                <input
                  type="checkbox"
                  checked={isMember(group) !== changed.has(group.id)}
                  disabled={note(group) !== null}
                  onChange={() => toggle(group.id)}
                />
                <Tag group={group} />
                <span className="fw-note">{note(group)}</span>
              </label>
            ))}
          </Stack>
          <Row mt="lg" gap="xs" justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {t('groups.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={changed.size === 0}>
              {t('groups.save')}
            </Button>
          </Row>
        </form>
      )}
    </Dialog>
  );
}
