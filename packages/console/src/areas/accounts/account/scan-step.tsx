import { confirmTwoFactor } from '@fairwatch/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { call } from '../../../core/api/client.ts';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { QrCode } from '../../../core/components/qr-code.tsx';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

interface ScanStepProps {
  secret: string;
  uri: string;
  done: (recoveryCodes: readonly string[]) => void;
  cancel: () => void;
}

/** Shows the secret for the authenticator app, and asks for a first code as proof that the app has it. */
export function ScanStep({ secret, uri, done, cancel }: ScanStepProps) {
  const { t } = useTranslation('account');
  const { pending, problems, submit } = useForm({
    check: ({ code = '' }): Problems => (/^\d{6}$/.test(code.trim()) ? {} : { code: t('twoFactor.codeMissing') }),
    send: async ({ code = '' }) => done((await call(confirmTwoFactor, { code: code.trim() })).data.recoveryCodes),
  });
  return (
    <form onSubmit={submit} noValidate className="fw-form">
      <QrCode text={uri} label={t('twoFactor.qr')} />
      <Text c="dimmed">{t('twoFactor.scanText')}</Text>
      <Group gap={4} wrap="nowrap" className="fw-code">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton label={t('twoFactor.copyKey')} text={secret} />
      </Group>
      <TextInput
        name="code"
        label={t('twoFactor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of this step
        autoFocus
        error={problems['code'] ?? problems['form']}
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {t('twoFactor.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('twoFactor.confirm')}
        </Button>
      </Group>
    </form>
  );
}
