import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useContext } from 'react';
import { ApiError, textOfError } from '../../api/api-error.ts';
import { useComponentTexts } from '../use-component-texts.ts';
import classes from './empty-view.module.css';
import { ErrorViews, type ErrorViewProps } from './error-views.ts';

/** Replaces content that could not be shown: the view of that error, or its message and a Retry button. */
export function ErrorView(props: ErrorViewProps) {
  const views = useContext(ErrorViews);
  const View = (props.error instanceof ApiError && views[props.error.code ?? '']) || FailureView;
  return <View {...props} />;
}

function FailureView({ error, retry }: ErrorViewProps) {
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
