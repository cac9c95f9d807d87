import '@mantine/core/styles/Input.layer.css';
import { canAskFor, capabilities, limits, type Capability } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import parts from '../../core/forms/form-parts.module.css';
import { useAdminSession, useUsedKinds } from '../../core/session/session-store.ts';
import { askedProblems, reasonField, toggleAsked, withReason, type AskedDraft } from './asked-draft.ts';
import classes from './create-passcodes.module.css';
import { useCreateTexts } from './use-create-texts.ts';

interface AskedFieldsProps {
  draft: AskedDraft;
  change: (draft: AskedDraft) => void;
  /** Shows which reasons are missing. */
  isSubmitted: boolean;
}

/** The kinds of data that the person is asked to share, each with a reason. Only what this admin could use is offered. */
export function AskedFields({ draft, change, isSubmitted }: AskedFieldsProps) {
  const { t } = useCreateTexts();
  const session = useAdminSession();
  const offered = useUsedKinds().filter((name) => canAskFor(session.isAuthenticated ? session : null, name));
  const problems = isSubmitted ? askedProblems(draft) : [];
  if (offered.length === 0) return null;
  const toggle = (name: Capability) => change(toggleAsked(draft, name, t(`asked.proposal.${name}`)));
  return (
    <fieldset className={parts.set}>
      <legend>{t('asked.title')}</legend>
      <p className="fw-note">{t('asked.hint')}</p>
      <div className={`${parts.columns} ${classes.kinds}`}>
        {offered.map((name) => (
          <label key={name} className={parts.box} title={capabilities[name].shares}>
            <input
              type="checkbox"
              name={`ask-${name}`}
              checked={draft.some(({ capability }) => capability === name)}
              onChange={() => toggle(name)}
            />
            {capabilities[name].title}
          </label>
        ))}
      </div>
      {draft.map(({ capability, reason }) => (
        <TextInput
          key={capability}
          mt="xs"
          name={reasonField(capability)}
          label={t('asked.reason', { kind: capabilities[capability].title })}
          withAsterisk
          dir="auto"
          autoComplete="off"
          maxLength={limits.consentRequest.passcodeReasonMaxLength}
          value={reason}
          error={problems.includes(reasonField(capability)) && t('asked.reasonMissing')}
          onChange={(event) => change(withReason(draft, capability, event.currentTarget.value))}
        />
      ))}
    </fieldset>
  );
}
