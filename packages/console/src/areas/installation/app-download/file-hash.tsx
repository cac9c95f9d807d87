import { Group, Text } from '@mantine/core';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { serverOrigin } from '../../../shared/companion/companion-address.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** Returns the absolute URL of a path on this server, which also works on other machines. */
export function fullAddress(path: string): string {
  return `${serverOrigin()}${path}`;
}

/** The SHA-256 of an offered file, to be compared on the phone. */
export function FileHash({ sha256, hint }: { sha256: string; hint: string }) {
  const { t } = useTranslation('app-download');
  return (
    <Group component="span" gap={6} wrap="nowrap" align="flex-start" title={hint}>
      <Text component="code" size="sm" lh="1.5rem" className="fw-code">
        {sha256}
      </Text>
      <CopyButton label={t('direct.copySha')} text={sha256} />
    </Group>
  );
}
