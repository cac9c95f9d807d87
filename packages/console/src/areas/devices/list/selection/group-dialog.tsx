import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { addToGroup, createGroup, limits, removeFromGroup } from '@fairwatch/contract';
import { Loader, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../../core/api/api-error.ts';
import { call } from '../../../../core/api/client.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { isChosenByHand, useGroups } from '../../../../shared/group-tags/use-groups.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import type { DialogProps } from './dialog-props.ts';

/** The value of the option that makes a new group. */
const newGroup = 'new';

/** Adds the selected devices to a group, which may be a new one, or removes them from it. */
export function GroupDialog({ how, selection, count, close, onDone }: DialogProps & { how: 'add' | 'remove' }) {
  const { t } = useTranslation('selection');
  const groups = useGroups()?.filter(isChosenByHand);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const options = [
    ...(groups ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
    ...(how === 'add' ? [{ value: newGroup, label: t('group.new') }] : []),
  ];
  const value = chosen ?? options[0]?.value ?? '';
  const isNew = value === newGroup;
  const isNameMissing = isNew && name.trim() === '';
  const dirty = name !== '' && !sending;
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isNameMissing) return;
    setSending(true);
    try {
      const groupId = isNew ? (await call(createGroup, { name: name.trim() })).data.id : Number(value);
      // If the next call fails, a second attempt uses the group that was just made.
      setChosen(String(groupId));
      const { data } = await call(how === 'add' ? addToGroup : removeFromGroup, { groupId, selection });
      toast.success(t(how === 'add' ? 'group.added' : 'group.removed', { count: data.changed }));
      onDone();
    } catch (error) {
      toast.error(textOfError(error));
      setSending(false);
    }
    await refetchChanged('groups');
  }

  return (
    <Dialog
      title={t(how === 'add' ? 'title.addToGroup' : 'title.removeFromGroup', { count })}
      close={cancel}
      dirty={dirty}
    >
      {groups === undefined && <Loader size="sm" />}
      {groups !== undefined && (
        <form className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
          {options.length === 0 ? (
            <Text size="sm">{t('group.none')}</Text>
          ) : (
            <NativeSelect
              label={t('group.label')}
              data={options}
              value={value}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          {isNew && (
            <TextInput
              label={t('group.name')}
              withAsterisk
              maxLength={limits.group.nameMaxLength}
              autoComplete="off"
              value={name}
              error={tried && isNameMissing && t('group.nameMissing')}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <FormButtons
            cancelLabel={t('cancel')}
            cancel={cancel}
            submitLabel={t(`group.${how}`)}
            saving={sending}
            reason={options.length === 0 ? t('group.none') : null}
          />
        </form>
      )}
    </Dialog>
  );
}
