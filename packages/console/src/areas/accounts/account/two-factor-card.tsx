import { twoFactor } from '@fairwatch/contract';
import { Button, Group, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import classes from './account.module.css';
import type { TwoFactorAction } from './two-factor-dialog.tsx';

const TwoFactorDialog = lazy(async () => ({ default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog }));

/** The status of two-factor sign-in, with buttons that change it. */
export function TwoFactorCard() {
  const { t } = useTranslation('account');
  const [action, setAction] = useState<TwoFactorAction | null>(null);
  const result = useQuery(query(twoFactor, {}));
  const error = readError(result);
  const state = result.data?.data;
  const since = state?.enabledAt ?? null;
  const date = since === null ? '' : new Date(since).toLocaleDateString(currentLanguage(), { dateStyle: 'long' });
  const actions: readonly TwoFactorAction[] = since === null ? ['start'] : ['renew', 'stop'];
  return (
    <Paper component="section" withBorder className={classes.card}>
      <Title order={2}>{t('twoFactor.title')}</Title>
      {error !== null && <ErrorView error={error} retry={result.refetch} />}
      <p hidden={error !== null} className={state === undefined ? classes.unknown : undefined}>
        {since === null ? t('twoFactor.off') : t('twoFactor.on', { date })}{' '}
        {since !== null && t('twoFactor.left', { count: state?.recoveryCodesLeft ?? 0 })}
      </p>
      {error === null && (
        <Group gap="xs" mih={36}>
          {state !== undefined &&
            actions.map((each) => (
              <Button key={each} variant={each === 'start' ? 'filled' : 'default'} onClick={() => setAction(each)}>
                {t(`twoFactor.${each}`)}
              </Button>
            ))}
        </Group>
      )}
      {action !== null && (
        <Suspense fallback={<Opening />}>
          <TwoFactorDialog action={action} close={() => setAction(null)} />
        </Suspense>
      )}
    </Paper>
  );
}
