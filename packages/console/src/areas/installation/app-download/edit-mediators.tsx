import '@mantine/core/styles/Input.layer.css';
import { isWebLink, limits, updateMediators, type Mediator } from '@fairwatch/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../core/api/query.ts';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import classes from './app-download.module.css';

interface Draft extends Mediator {
  /** Identifies the line while it is edited; it is not stored. */
  key: number;
}

const { mediatorsAtMost, mediatorNameMaxLength, linkMaxLength } = limits.appDownload;

/** The form for the list of mediators. Empty lines are dropped when it is saved. */
export function EditMediators({ mediators, close }: { mediators: readonly Mediator[]; close: () => void }) {
  const { t } = useTranslation('app-download');
  const { drafts, add, change, remove } = useDrafts(mediators);
  const [checked, setChecked] = useState(false);
  const { mutateAsync, isPending } = useCall(updateMediators);
  const filled = drafts.filter(({ name, url }) => `${name}${url}`.trim() !== '');
  const dirty = JSON.stringify(linesOf(filled)) !== JSON.stringify(linesOf(mediators));
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (filled.some(({ name, url }) => name.trim() === '' || !isWebLink(url.trim()))) return;
    await toastPromise(mutateAsync({ mediators: linesOf(filled) })).then(close, () => undefined);
    await refetchChanged('app-download');
  };
  return (
    <Dialog title={t('mediators.dialog')} close={cancel} dirty={dirty}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('mediators.hint')}
      </Text>
      <form noValidate onSubmit={(event) => void save(event)}>
        {drafts.map((draft, index) => (
          <Line
            key={draft.key}
            draft={draft}
            place={index + 1}
            checked={checked && filled.includes(draft)}
            onChange={change}
            onRemove={remove}
          />
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={drafts.length >= mediatorsAtMost}
          onClick={add}
        >
          {t('mediators.add')}
        </Button>
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('mediators.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('mediators.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function linesOf(mediators: readonly Mediator[]): Mediator[] {
  return mediators.map(({ name, url }) => ({ name, url }));
}

function useDrafts(mediators: readonly Mediator[]) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const existing = mediators.map((mediator, key) => ({ ...mediator, key }));
    return existing.length > 0 ? existing : [{ name: '', url: '', key: 0 }];
  });
  return {
    drafts,
    add: () =>
      setDrafts((before) => [...before, { name: '', url: '', key: Math.max(-1, ...before.map(({ key }) => key)) + 1 }]),
    change: (changed: Draft) =>
      setDrafts((before) => before.map((each) => (each.key === changed.key ? changed : each))),
    remove: ({ key }: Draft) => setDrafts((before) => before.filter((each) => each.key !== key)),
  };
}

interface LineProps {
  draft: Draft;
  place: number;
  /** True after an attempt to save. Errors are shown only then. */
  checked: boolean;
  onChange: (draft: Draft) => void;
  onRemove: (draft: Draft) => void;
}

function Line({ draft, place, checked, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('app-download');
  const { name, url } = draft;
  const removeLabel = t('mediators.remove', { name: name.trim() || place });
  return (
    <div className={classes.line}>
      <TextInput
        aria-label={t('mediators.nameOf', { place })}
        placeholder={t('mediators.name')}
        maxLength={mediatorNameMaxLength}
        value={name}
        error={checked && name.trim() === '' ? t('mediators.nameMissing') : undefined}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <TextInput
        aria-label={t('mediators.urlOf', { place })}
        placeholder="https://"
        type="url"
        inputMode="url"
        maxLength={linkMaxLength}
        value={url}
        error={checked && !isWebLink(url.trim()) ? t('mediators.urlWrong') : undefined}
        onChange={({ currentTarget }) => onChange({ ...draft, url: currentTarget.value })}
      />
      <RowAction icon={IconTrash} label={removeLabel} onClick={() => onRemove(draft)} />
    </div>
  );
}
