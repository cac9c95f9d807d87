import '@mantine/core/styles/Skeleton.layer.css';
import { capabilities, deviceGrants, type Grant, type OutputOf } from '@fairwatch/contract';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconHistory, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-permissions.module.css';
import { useUsedKinds } from '../../../core/session/session-store.ts';

/** Lists the capabilities of a device: whether its person shares each with Fairwatch, and since when. */
export function GrantsPanel({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('app-permissions');
  const { data, error, refetch } = useQuery(query(deviceGrants, { deviceId }));
  const used = useUsedKinds();
  const state = data && {
    ...data.data,
    grants: data.data.grants.filter(({ capability }) => used.includes(capability)),
  };
  const granted = state?.grants.filter((grant) => grant.granted) ?? [];
  return (
    <Card
      title={t('grants.title')}
      aside={
        state && (
          <span data-tone="muted">{t('grants.count', { granted: granted.length, all: state.grants.length })}</span>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('grants.hint')}
      </Text>
      {state && <Stopped {...state} />}
      {error && !state && <ErrorView error={error} retry={refetch} />}
      {!error && !state && <Skeleton height={320} />}
      <Stack component="ul" gap={0}>
        {state?.grants.map((grant) => (
          <GrantLine key={grant.capability} {...grant} />
        ))}
      </Stack>
    </Card>
  );
}

function GrantLine({ capability, granted, since }: Grant) {
  const { title, shares } = capabilities[capability];
  const { t } = useTranslation('app-permissions');
  const Icon = granted ? IconCheck : IconMinus;
  return (
    <Group
      component="li"
      wrap="nowrap"
      align="flex-start"
      gap={10}
      py="xs"
      className={classes.grant}
      data-granted={granted || undefined}
    >
      <Icon className={classes.sign} stroke={2.5} aria-hidden />
      <Text component="div" size="xs" c="dimmed" flex={1}>
        <Text size="md" fw={500} lh="1.25rem" c={granted ? 'var(--fw-ink)' : undefined}>
          {title}
        </Text>
        {shares}
      </Text>
      <Stack gap={0} align="flex-end" fz="xs" c="dimmed">
        <Text inherit c={granted ? 'var(--fw-good)' : undefined}>
          {t(granted ? 'grants.shared' : since === null ? 'grants.never' : 'grants.withdrawn')}
        </Text>
        {since !== null && <RelativeTime at={since} />}
      </Stack>
    </Group>
  );
}

function Stopped({ heldSince, pausedSince }: Omit<OutputOf<typeof deviceGrants>, 'grants'>) {
  const { t } = useTranslation('app-permissions');
  const since = heldSince ?? pausedSince;
  if (since === null) return null;
  const Icon = heldSince === null ? IconPlayerPause : IconHistory;
  return (
    <Group component="p" wrap="nowrap" gap="xs" mt={0} mb="sm" c="var(--fw-warn)">
      <Icon size={16} aria-hidden style={{ flex: 'none' }} />
      <span>
        {t(heldSince === null ? 'grants.paused' : 'grants.held')} <RelativeTime at={since} />
      </span>
    </Group>
  );
}
