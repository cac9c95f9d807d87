import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOfError } from '../api/api-error.ts';
import classes from './router.module.css';

/** What a page that failed shows. Trying again is a reload: right for missing code and for a silent server alike. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className={classes.error} role="alert">
      <Title order={1}>{t('pageError.title')}</Title>
      <Text c="dimmed">{textOfError(error)}</Text>
      <Button onClick={() => location.reload()}>{t('pageError.retry')}</Button>
    </div>
  );
}
