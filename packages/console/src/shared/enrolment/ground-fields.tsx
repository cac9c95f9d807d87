import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import {
  legalBases,
  legalBasisNames,
  limits,
  purposeNames,
  purposes,
  usualHours,
  type LegalBasis,
  type Purpose,
} from '@fairwatch/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import parts from '../../core/forms/form-parts.module.css';
import classes from './create-passcodes.module.css';
import { emptyDraft, reviewBounds, usualReview, type GroundDraft, type GroundProblem } from './ground-draft.ts';
import { useCreateTexts } from './use-create-texts.ts';

const { purposeMaxLength, guardianMaxLength } = limits.ground;
const guardedDays = usualHours({ isGuarded: true }) / 24;
const labelFirst: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface GroundFieldsProps {
  draft: GroundDraft;
  change: (part: Partial<GroundDraft>) => void;
  problems: readonly GroundProblem[];
  /** What the guardian is for when others are named elsewhere, such as in a file; then none has to be named here. */
  guardianHint?: string | undefined;
  /** Asks where the guardian of a minor gets the link to sign. */
  guardianEmail?: { value: string; change: (email: string) => void } | undefined;
}

/** The ground of supervision: purpose, legal basis, and for a minor the guardian and the review. */
export function GroundFields({ draft, change, problems, guardianHint, guardianEmail }: GroundFieldsProps) {
  const { t } = useCreateTexts();
  const { purpose, purposeText, legalBasis, minor } = draft;
  // What the legal basis was before the box below changed it: the change is said, and undone with the box.
  const [basisBefore, setBasisBefore] = useState<LegalBasis | null>(null);
  function changeMinor(): void {
    const part = toggleMinor(draft, basisBefore ?? emptyDraft.legalBasis);
    setBasisBefore(part.minor === true && part.legalBasis !== legalBasis ? legalBasis : null);
    change(part);
  }
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
        onChange={({ currentTarget }) => {
          setBasisBefore(null);
          change({ legalBasis: currentTarget.value as LegalBasis });
        }}
      />
      <label className={classes.minor}>
        <input type="checkbox" name="minor" checked={minor} onChange={changeMinor} />
        {t('minor')}
        <span className="fw-note">{t('minorHint')}</span>
      </label>
      <output className={classes.basisChanged}>
        {basisBefore !== null && t('basisChanged', { before: legalBases[basisBefore], after: legalBases[legalBasis] })}
      </output>
      <MinorFields {...{ draft, change, problems, guardianHint, guardianEmail }} />
    </>
  );
}

/** Toggles `minor` with its usual defaults: the decision of a parent, and a review in half a year. */
function toggleMinor({ minor, legalBasis, reviewOn }: GroundDraft, basisBefore: LegalBasis): Partial<GroundDraft> {
  if (minor) return { minor: false, ...(legalBasis === 'PARENTAL' && { legalBasis: basisBefore }) };
  return { minor: true, legalBasis: 'PARENTAL', reviewOn: reviewOn === '' ? usualReview() : reviewOn };
}

function MinorFields(props: GroundFieldsProps) {
  const { draft, change, problems, guardianHint, guardianEmail } = props;
  const { minor, guardian, reviewOn } = draft;
  const { t } = useCreateTexts();
  const { first, last } = reviewBounds();
  return (
    <div className={minor ? parts.pair : undefined}>
      {minor && (
        <TextInput
          name="guardian"
          label={t('guardian')}
          description={guardianHint}
          inputWrapperOrder={labelFirst}
          withAsterisk={guardianHint === undefined}
          autoComplete="off"
          maxLength={guardianMaxLength}
          value={guardian}
          error={problems.includes('guardian') && t('guardianMissing')}
          onChange={(event) => change({ guardian: event.currentTarget.value })}
        />
      )}
      {minor && guardianEmail !== undefined && (
        <TextInput
          name="guardianEmail"
          type="email"
          label={t('guardianEmail')}
          description={t('guardianEmailHint', { count: guardedDays })}
          inputWrapperOrder={labelFirst}
          autoComplete="off"
          value={guardianEmail.value}
          onChange={(event) => guardianEmail.change(event.currentTarget.value)}
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
