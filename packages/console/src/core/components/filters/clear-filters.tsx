import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useComponentTexts } from '../use-component-texts.ts';

/** Removes all filters of a list. */
export function ClearFilters({ clear }: { clear: () => void }) {
  const { t } = useComponentTexts();
  return (
    <Button
      variant="subtle"
      aria-label={t('filter.clearLabel')}
      leftSection={<IconFilterOff size={16} aria-hidden />}
      onClick={clear}
    >
      {t('filter.clear')}
    </Button>
  );
}
