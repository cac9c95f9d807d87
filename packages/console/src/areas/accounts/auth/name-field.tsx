import { limits, namesFrom } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** Takes a username, or a name as people write it: then it says under which username they will sign in. */
export function NameField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('register');
  const [typed, setTyped] = useState('');
  const names = namesFrom(typed);
  const follows = names?.displayName !== undefined;
  return (
    <TextInput
      name="username"
      label={t('username')}
      description={follows ? t('signInAs', { username: names.username }) : t('usernameHint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.username.maxLength}
      size="md"
      onChange={(event) => setTyped(event.currentTarget.value)}
      error={problem}
    />
  );
}
