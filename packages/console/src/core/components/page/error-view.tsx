import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { textOfError } from '../../api/api-error.ts';
import { useComponentTexts } from '../use-component-texts.ts';
import classes from './empty-view.module.css';

interface ErrorViewProps {
  error: unknown;
  retry: () => unknown;
}

/** Replaces content that failed to load: the error's message and a Retry button. */
export function ErrorView({ error, retry }: ErrorViewProps) {
  const { t } = useComponentTexts();
  return (
    <div className={classes.view} role="alert">
      <span className={classes.icon} data-bad>
        <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
      </span>
      <Text component="h2" fw={600}>
        {t('error.title')}
      </Text>
      <Text c="dimmed" size="sm" maw={420}>
        {textOfError(error)}
      </Text>
      <Button
        variant="default"
        mt="sm"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void retry()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}
