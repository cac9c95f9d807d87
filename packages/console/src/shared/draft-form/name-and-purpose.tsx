import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { CountedTextarea } from '../../core/forms/counted-textarea.tsx';
import type { DraftFieldsProps } from './use-draft-form.ts';
import { useDraftTexts } from './use-draft-texts.ts';

interface NamedDraft {
  name: string;
  purpose: string;
}

interface NameAndPurposeProps extends DraftFieldsProps<NamedDraft, string> {
  limits: { nameMaxLength: number; purposeMaxLength: number };
  /** An example of a purpose. */
  example: string;
}

/** The name of what watches devices, and what it is for, which their people read. */
export function NameAndPurpose({ draft, change, problems, limits, example }: NameAndPurposeProps) {
  const { t } = useDraftTexts();
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        withAsterisk
        autoComplete="off"
        maxLength={limits.nameMaxLength}
        value={draft.name}
        error={problems.includes('name') && t('nameMissing')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <CountedTextarea
        name="purpose"
        label={t('purpose')}
        placeholder={example}
        rows={2}
        dir="auto"
        maxLength={limits.purposeMaxLength}
        countWords={(count) => t('left', { count })}
        value={draft.purpose}
        error={problems.includes('purpose') ? t('purposeMissing') : undefined}
        onText={(purpose) => change({ purpose })}
      />
    </>
  );
}
