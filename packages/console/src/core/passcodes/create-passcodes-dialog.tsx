import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import {
  legalBases,
  legalBasisNames,
  limits,
  purposeNames,
  purposes,
  savePasscodes,
  type LegalBasis,
  type Passcode,
  type Purpose,
} from '@fairwatch/contract';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/query.ts';
import { Dialog } from '../components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../forms/use-unsaved-changes.ts';
import { addTexts } from '../i18n/i18n.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { toastPromise } from '../toast/toast.tsx';
import classes from './create-passcodes.module.css';
import texts from './create-passcodes.texts.json';
import {
  emptyDraft,
  groundOf,
  problemsOf,
  reviewBounds,
  usualReview,
  type GroundDraft,
  type GroundProblem,
} from './ground-draft.ts';

addTexts('create-passcodes', texts);

const { createdAtOnce } = limits.passcode;
const { purposeMaxLength, guardianMaxLength } = limits.ground;
const labelFirst: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface CreatePasscodesDialogProps {
  /** Creates exactly one and hides the field for the number. */
  single: boolean;
  close: () => void;
  /** Called with the new passcodes after the dialog is closed. */
  onMade?: ((passcodes: readonly Passcode[]) => void) | undefined;
}

/** Asks for the number of passcodes and the ground of supervision. The server validates the number. */
export function CreatePasscodesDialog({ single, close, onMade }: CreatePasscodesDialogProps) {
  const { t } = useTranslation('create-passcodes');
  const [count, setCount] = useState('1');
  const [draft, setDraft] = useState(emptyDraft);
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutateAsync, isPending } = useCall(savePasscodes);
  const form = useRef<HTMLFormElement>(null);
  const dirty = draft !== emptyDraft;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const change = (part: Partial<GroundDraft>) => setDraft((before) => ({ ...before, ...part }));
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const [first] = problemsOf(draft);
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const request = mutateAsync({ count: Number(count), ground: groundOf(draft) });
    const created = await toastPromise(request).catch(() => null);
    if (created !== null) {
      close();
      onMade?.(created.data);
    }
    await refetchChanged('passcodes');
  }
  return (
    <Dialog title={t('title')} close={cancel} dirty={dirty}>
      <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.hint}>{t('hint')}</p>
        {!single && (
          <TextInput
            className={classes.count}
            type="number"
            inputMode="numeric"
            label={t('count')}
            min={1}
            max={createdAtOnce}
            value={count}
            onChange={(event) => setCount(event.currentTarget.value)}
          />
        )}
        <GroundFields draft={draft} change={change} problems={isSubmitted ? problemsOf(draft) : []} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('confirm', { count: Number(count) || 1 })}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

interface GroundFieldsProps {
  draft: GroundDraft;
  change: (part: Partial<GroundDraft>) => void;
  problems: readonly GroundProblem[];
}

function GroundFields({ draft, change, problems }: GroundFieldsProps) {
  const { t } = useTranslation('create-passcodes');
  const { purpose, purposeText, legalBasis, minor } = draft;
  return (
    <>
      <NativeSelect
        name="purpose"
        label={t('purpose')}
        withAsterisk
        data={[{ value: '', label: '' }, ...purposeNames.map((value) => ({ value, label: purposes[value] }))]}
        value={purpose ?? ''}
        error={problems.includes('purpose') && t('purposeMissing')}
        onChange={({ currentTarget }) => change({ purpose: (currentTarget.value || null) as Purpose | null })}
      />
      {purpose === 'OTHER' && (
        <TextInput
          name="purposeText"
          label={t('purposeText')}
          withAsterisk
          placeholder={t('purposeTextHint')}
          maxLength={purposeMaxLength}
          value={purposeText}
          error={problems.includes('purposeText') && t('purposeTextMissing')}
          onChange={(event) => change({ purposeText: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        name="legalBasis"
        label={t('legalBasis')}
        description={t(`basisHint.${legalBasis}`)}
        inputWrapperOrder={labelFirst}
        data={legalBasisNames.map((value) => ({ value, label: legalBases[value] }))}
        value={legalBasis}
        error={problems.includes('legalBasis') && t('parentalNeedsMinor')}
        onChange={({ currentTarget }) => change({ legalBasis: currentTarget.value as LegalBasis })}
      />
      <label className={classes.minor}>
        <input type="checkbox" name="minor" checked={minor} onChange={() => change(toggleMinor(draft))} />
        {t('minor')}
        <span>{t('minorHint')}</span>
      </label>
      <MinorFields draft={draft} change={change} problems={problems} />
    </>
  );
}

/** Toggles `minor` with its usual defaults: the decision of a parent, and a review in half a year. */
function toggleMinor({ minor, legalBasis, reviewOn }: GroundDraft): Partial<GroundDraft> {
  if (minor) return { minor: false, ...(legalBasis === 'PARENTAL' && { legalBasis: emptyDraft.legalBasis }) };
  return { minor: true, legalBasis: 'PARENTAL', reviewOn: reviewOn === '' ? usualReview() : reviewOn };
}

function MinorFields({ draft: { minor, guardian, reviewOn }, change, problems }: GroundFieldsProps) {
  const { t } = useTranslation('create-passcodes');
  const { first, last } = reviewBounds();
  return (
    <div className={minor ? classes.pair : undefined}>
      {minor && (
        <TextInput
          name="guardian"
          label={t('guardian')}
          withAsterisk
          autoComplete="off"
          maxLength={guardianMaxLength}
          value={guardian}
          error={problems.includes('guardian') && t('guardianMissing')}
          onChange={(event) => change({ guardian: event.currentTarget.value })}
        />
      )}
      <TextInput
        name="reviewOn"
        type="date"
        label={t('reviewOn')}
        description={t(minor ? 'reviewHint' : 'reviewOptional')}
        inputWrapperOrder={labelFirst}
        withAsterisk={minor}
        min={first}
        max={last}
        value={reviewOn}
        error={problems.includes('reviewOn') && t('reviewMissing')}
        onChange={(event) => change({ reviewOn: event.currentTarget.value })}
      />
    </div>
  );
}
