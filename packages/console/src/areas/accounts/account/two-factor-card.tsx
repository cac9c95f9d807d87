import { twoFactor } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import type { TwoFactorAction } from './two-factor-dialog.tsx';

const TwoFactorDialog = lazyDialog(async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog);

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
    <Card title={t('twoFactor.title')} spaced>
      {error !== null && <ErrorView error={error} retry={result.refetch} />}
      <Text c="dimmed" hidden={error !== null} opacity={state === undefined ? 0 : 1}>
        {since === null ? t('twoFactor.off') : t('twoFactor.on', { date })}{' '}
        {since !== null && t('twoFactor.left', { count: state?.recoveryCodesLeft ?? 0 })}
      </Text>
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
      {action !== null && <TwoFactorDialog action={action} close={() => setAction(null)} />}
    </Card>
  );
}
