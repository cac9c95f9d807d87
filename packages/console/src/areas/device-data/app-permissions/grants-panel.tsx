import '@mantine/core/styles/Skeleton.layer.css';
import { deviceGrants, type Grant, type OutputOf } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { IconCheck, IconHistory, IconMinus, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { query } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './grants-panel.module.css';

/** Lists the capabilities of a device: whether its person shares each with Fairwatch, and since when. */
export function GrantsPanel({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('app-permissions');
  const headingId = useId();
  const { data, error, refetch } = useQuery(query(deviceGrants, { deviceId }));
  const state = data?.data;
  const granted = state?.grants.filter((grant) => grant.granted) ?? [];
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <header className={classes.header}>
        <h2 id={headingId}>{t('grants.title')}</h2>
        {state && <span>{t('grants.count', { granted: granted.length, all: state.grants.length })}</span>}
      </header>
      <p className={classes.hint}>{t('grants.hint')}</p>
      {state && <Stopped {...state} />}
      {error && !state && <ErrorView error={error} retry={refetch} />}
      {!error && !state && <Skeleton height={320} mx="md" mb="md" />}
      <ul className={classes.list}>
        {state?.grants.map((grant) => (
          <GrantLine key={grant.capability} {...grant} />
        ))}
      </ul>
    </section>
  );
}

function GrantLine({ title, shares, granted, since }: Grant) {
  const { t } = useTranslation('app-permissions');
  const Icon = granted ? IconCheck : IconMinus;
  return (
    <li className={classes.grant} data-granted={granted || undefined}>
      <span className={classes.sign}>
        <Icon size={14} stroke={2.5} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.shares}>{shares}</span>
      </span>
      <span className={classes.since}>
        {t(granted ? 'grants.shared' : since === null ? 'grants.never' : 'grants.withdrawn')}
        {since !== null && <RelativeTime at={since} />}
      </span>
    </li>
  );
}

function Stopped({ heldSince, pausedSince }: Omit<OutputOf<typeof deviceGrants>, 'grants'>) {
  const { t } = useTranslation('app-permissions');
  const since = heldSince ?? pausedSince;
  if (since === null) return null;
  const Icon = heldSince === null ? IconPlayerPause : IconHistory;
  return (
    <p className={classes.stopped}>
      <Icon size={16} aria-hidden />
      <span>
        {t(heldSince === null ? 'grants.paused' : 'grants.held')} <RelativeTime at={since} />
      </span>
    </p>
  );
}
