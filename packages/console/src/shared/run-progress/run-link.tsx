import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pageLink } from '../../core/router/page-link.ts';
import { useRunTexts } from './use-run-texts.ts';

/** Links a command to the run that it came from. */
export function RunLink({ runId }: { runId: number }) {
  const { t } = useRunTexts();
  return (
    <Text span size="xs">
      <Link {...pageLink('/runs/$runId', { params: { runId } })}>{t('link', { id: runId })}</Link>
    </Text>
  );
}
