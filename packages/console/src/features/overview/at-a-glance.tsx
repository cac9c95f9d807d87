import { deviceGrants, overview, pairDeviceInfo } from '@fairwatch/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { ErrorView } from '../../core/components/error-view.tsx';
import { TimedText } from '../../core/components/timed-text.tsx';
import { AccountCard } from './account-card.tsx';
import { ActivityCards } from './activity-cards.tsx';
import { ConsentCard } from './consent-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { GlanceSkeleton } from './glance-skeleton.tsx';
import classes from './overview.module.css';

// At the end of the page, so that it may come last.
const LastCommands = lazy(async () => ({ default: (await import('./last-commands.tsx')).LastCommands }));

/**
 * Who and what on the left; what is shared and what happened on the right; one under the other on a phone. All of it at
 * once: each part decides where the next one stands.
 */
export function AtAGlance({ deviceId }: { deviceId: number }) {
  const glance = useQuery(query(overview, { deviceId }));
  const sharing = useQuery(query(deviceGrants, { deviceId }));
  const device = useQuery(query(pairDeviceInfo, { deviceId }));
  if (!glance.data || !sharing.data || !device.data) {
    const failed = [glance, sharing, device].filter(({ error, data }) => error !== null && data === undefined);
    if (failed[0] === undefined) return <GlanceSkeleton />;
    const retry = async () => await Promise.all(failed.map(async ({ refetch }) => await refetch()));
    return <ErrorView error={failed[0].error} retry={retry} />;
  }
  const { account, activity } = glance.data.data;
  const grants = sharing.data.data;
  const paused = grants.pausedSince !== null;
  return (
    <>
      {grants.pausedSince !== null && <Paused since={grants.pausedSince} />}
      <div className={classes.grid}>
        <div className={classes.column}>
          <AccountCard account={account} />
          <DeviceCard deviceId={deviceId} info={device.data.data} username={account.username} paused={paused} />
        </div>
        <div className={classes.column}>
          <ConsentCard deviceId={deviceId} grants={grants} />
          <ActivityCards deviceId={deviceId} activity={activity} paused={paused} />
          <Suspense>
            <LastCommands deviceId={deviceId} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function Paused({ since }: { since: string }) {
  const { t } = useTranslation('overview');
  return (
    <output className={classes.paused}>
      <IconPlayerPause size={20} aria-hidden />
      <span>
        <strong>{t('paused.title')}</strong>
        <TimedText words={t('paused.hint')} at={since} />
      </span>
    </output>
  );
}
