import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { createGroup, limits, updateGroup, type Group } from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../../core/api/client.ts';
import { ChoiceField } from '../../../core/components/buttons/choice.tsx';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { ColourChoice } from '../../../shared/group-tags/colour-choice.tsx';
import { useSaving } from '../../../shared/draft-form/use-saving.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { checkRule, draftOf, groupInput } from './group-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

interface GroupDialogProps {
  /** Null for a new group. */
  group: Group | null;
  close: () => void;
}

/** Makes a group, or changes its name, colour and rule. */
export function GroupDialog({ group, close }: GroupDialogProps) {
  const { t } = useTranslation('groups');
  const [initial] = useState(() => draftOf(group));
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const { saving, save } = useSaving('groups', close);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const isNameMissing = draft.name.trim() === '';
  const checked = checkRule(draft);
  const dirty = !saving && JSON.stringify(draft) !== JSON.stringify(initial);
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (isNameMissing || (draft.how === 'RULE' && checked.rule === null)) return;
    const input = groupInput(draft);
    await save(group === null ? call(createGroup, input) : call(updateGroup, { groupId: group.id, ...input }));
  }

  const becomes = group !== null && draft.how !== initial.how;
  const blank = draft.how === 'RULE' && checked.isBlank ? t('edit.noCondition') : null;
  return (
    <Dialog
      title={group === null ? t('edit.createTitle') : t('edit.title', { name: group.name })}
      close={cancel}
      dirty={dirty}
      wide={draft.how === 'RULE'}
    >
      <form className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          name="name"
          label={t('edit.name')}
          withAsterisk
          maxLength={limits.group.nameMaxLength}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the dialog
          autoFocus
          value={draft.name}
          error={tried && isNameMissing && t('edit.nameMissing')}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <ColourChoice value={draft.colour} onChange={(colour) => change({ colour })} />
        <ChoiceField
          label={t('edit.how')}
          options={(['HAND', 'RULE'] as const).map((value) => ({ value, label: t(`edit.${value}`) }))}
          value={draft.how}
          onChange={(how) => change({ how })}
        />
        <Text size="sm" c="dimmed">
          {t(draft.how === 'RULE' ? 'edit.ruleHint' : 'edit.handHint')}{' '}
          {becomes && t(draft.how === 'RULE' ? 'edit.toRule' : 'edit.toHand')}
        </Text>
        {draft.how === 'RULE' && <RuleEditor draft={draft} checked={checked} change={change} />}
        <FormButtons
          cancelLabel={t('edit.cancel')}
          cancel={cancel}
          submitLabel={t(group === null ? 'edit.submit' : 'edit.save')}
          saving={saving}
          reason={blank}
        />
      </form>
    </Dialog>
  );
}
