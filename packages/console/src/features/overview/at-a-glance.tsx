import { deviceGrants, type OutputOf, type overview } from '@fairwatch/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { TimedText } from '../../core/components/timed-text.tsx';
import { AccountCard } from './account-card.tsx';
import { ActivityCards } from './activity-cards.tsx';
import { ConsentCard } from './consent-card.tsx';
import { DeviceCard } from './device-card.tsx';
import classes from './overview.module.css';

// At the end of the page, so that it may come last.
const LastCommands = lazy(async () => ({ default: (await import('./last-commands.tsx')).LastCommands }));

export type Overview = OutputOf<typeof overview>;

interface AtAGlanceProps {
  deviceId: number;
  /** Null while it is loading. */
  overview: Overview | null;
}

/** Who and what on the left; what is shared and what happened on the right; one under the other on a phone. */
export function AtAGlance({ deviceId, overview }: AtAGlanceProps) {
  const grants = useQuery(query(deviceGrants, { deviceId })).data?.data ?? null;
  const pausedSince = grants?.pausedSince ?? null;
  return (
    <>
      {pausedSince !== null && <Paused since={pausedSince} />}
      <div className={classes.grid}>
        <div className={classes.column}>
          <AccountCard account={overview?.account ?? null} />
          <DeviceCard deviceId={deviceId} username={overview?.account.username ?? ''} paused={pausedSince !== null} />
        </div>
        <div className={classes.column}>
          <ConsentCard deviceId={deviceId} grants={grants} />
          <ActivityCards deviceId={deviceId} activity={overview?.activity ?? null} paused={pausedSince !== null} />
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
