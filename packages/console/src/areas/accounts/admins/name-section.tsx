import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { limits, setPassword } from '@fairwatch/contract';
import { Group, PasswordInput, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { RenameUser } from '../../../shared/device-feature/device/rename.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { SectionProps } from './use-admin.ts';
import classes from './settings.module.css';

const { minLength, maxLength } = limits.password;

/** Sets the nickname and a new password of an account. */
export function NameSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const { id, nickname, username, adminStatus, signInRefusal } = admin;
  return (
    <Card spaced title={t('name.title')}>
      <Group gap="sm">
        <span className="fw-grow">
          <Text component="span" fw={500} display="block">
            {t('name.nickname')}
          </Text>{' '}
          {nickname === '' ? t('name.none') : nickname}
        </span>
        {mayChange && <RenameUser userId={id} nickname={nickname} username={username} signsIn />}
      </Group>
      {mayChange && adminStatus !== 'PENDING' && <PasswordForm userId={id} refusal={signInRefusal} />}
    </Card>
  );
}

interface PasswordFormProps {
  userId: number;
  /** Why the password cannot be set; empty when it can. */
  refusal: string;
}

function PasswordForm({ userId, refusal }: PasswordFormProps) {
  const { t } = useTranslation('admins');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [saving, setSaving] = useState(false);
  useUnsavedChanges(typed !== '');
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (refusal !== '') return;
    if (typed.length < minLength) return setWrong(true);
    setSaving(true);
    const saved = await changeAccount(setPassword, { userId, password: typed });
    setSaving(false);
    if (saved) setTyped('');
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group className={classes.password} align="flex-start" gap="sm" maw="36rem">
        <PasswordInput
          className="fw-grow"
          label={t('name.password')}
          description={refusal === '' ? t('name.passwordHint', { count: minLength }) : refusal}
          disabled={refusal !== ''}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="new-password"
          maxLength={maxLength}
          value={typed}
          error={wrong && t('name.tooShort', { count: minLength })}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <ReasonButton type="submit" variant="default" loading={saving} reason={refusal === '' ? null : refusal}>
          {t('name.setPassword')}
        </ReasonButton>
      </Group>
    </form>
  );
}
