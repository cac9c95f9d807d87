import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('twoFactor.codesText')}</Text>
      <Box component="ul" className="fw-sunken fw-code" style={{ columns: 2 }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Group gap="xs" justify="space-between">
        <CopyButton label={t('twoFactor.copyCodes')} text={codes.join('\n')} />
        <Button onClick={close}>{t('twoFactor.codesDone')}</Button>
      </Group>
    </Stack>
  );
}
