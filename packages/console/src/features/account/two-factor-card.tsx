import { twoFactor } from '@fairwatch/contract';
import { Button, Group, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, readError } from '../../core/api/query.ts';
import { ErrorView } from '../../core/components/error-view.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { Opening } from '../../core/shortcuts/opening.tsx';
import classes from './account.module.css';
import type { TwoFactorWish } from './two-factor-dialog.tsx';

const TwoFactorDialog = lazy(async () => ({ default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog }));

/** Whether signing in takes a code, and the ways to change that. */
export function TwoFactorCard() {
  const { t } = useTranslation('account');
  const [wish, setWish] = useState<TwoFactorWish | null>(null);
  const reading = useQuery(query(twoFactor, {}));
  const error = readError(reading);
  const state = reading.data?.data;
  const since = state?.enabledAt ?? null;
  const date = since === null ? '' : new Date(since).toLocaleDateString(currentLanguage(), { dateStyle: 'long' });
  const wishes: readonly TwoFactorWish[] = since === null ? ['start'] : ['renew', 'stop'];
  return (
    <Paper component="section" withBorder className={classes.card}>
      <Title order={2}>{t('twoFactor.title')}</Title>
      {error !== null && <ErrorView error={error} retry={reading.refetch} />}
      <p hidden={error !== null} className={state === undefined ? classes.unknown : undefined}>
        {since === null ? t('twoFactor.off') : t('twoFactor.on', { date })}{' '}
        {since !== null && t('twoFactor.left', { count: state?.recoveryCodesLeft ?? 0 })}
      </p>
      {error === null && (
        <Group gap="xs" mih={36}>
          {state !== undefined &&
            wishes.map((each) => (
              <Button key={each} variant={each === 'start' ? 'filled' : 'default'} onClick={() => setWish(each)}>
                {t(`twoFactor.${each}`)}
              </Button>
            ))}
        </Group>
      )}
      {wish !== null && (
        <Suspense fallback={<Opening />}>
          <TwoFactorDialog wish={wish} close={() => setWish(null)} />
        </Suspense>
      )}
    </Paper>
  );
}
