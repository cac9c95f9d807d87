import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useCompanionTexts } from './use-companion-texts.ts';

/** Opens a join link in another tab, which is as good as a phone to try it out. */
export function TryHere({ address }: { address: string }) {
  const { t } = useCompanionTexts();
  return (
    <Button
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="sm"
      mt="xs"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('here')}
    </Button>
  );
}
