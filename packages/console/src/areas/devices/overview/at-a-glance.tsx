import { deviceGrants, overview, pairDeviceInfo, shownName, type OutputOf } from '@fairwatch/contract';
import { Stack } from '@mantine/core';
import { IconClockPause, IconHistory, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, type ReactNode } from 'react';
import { query } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { withheldOf } from '../../../shared/device-feature/consent/withheld.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { AccountCard } from './cards/account-card.tsx';
import { ActivityCards } from './cards/activity-cards.tsx';
import { ConsentCard } from './cards/consent-card.tsx';
import { DeviceCard } from './cards/device-card.tsx';
import { OffersCard } from './cards/offers-card.tsx';
import { WatchesCard } from './cards/watches-card.tsx';
import { GroundCard } from './cards/ground-card.tsx';
import classes from './overview.module.css';
import { Card } from '../../../core/components/page/card.tsx';
import { LoadingLines } from './loading-lines.tsx';

// Lazy, because it is at the end of the page.
const LastCommands = lazy(async () => ({ default: (await import('./cards/last-commands.tsx')).LastCommands }));

/** The calls without which none of the cards is shown. */
export function glanceCalls(deviceId: number) {
  const input = { deviceId };
  return [query(overview, input), query(deviceGrants, input), query(pairDeviceInfo, input)] as const;
}

/**
 * The account and the device on the left; sharing and activity on the right; stacked on a phone. The cards appear together, because
 * the height of each decides where the next one is; those at the end of the page follow a frame later.
 */
export function AtAGlance({ deviceId }: { deviceId: number }) {
  const [glanceCall, sharingCall, deviceCall] = glanceCalls(deviceId);
  const glance = useQuery(glanceCall);
  const sharing = useQuery(sharingCall);
  const device = useQuery(deviceCall);
  if (!glance.data || !sharing.data || !device.data) {
    const failed = [glance, sharing, device].filter(({ error, data }) => error !== null && data === undefined);
    if (failed[0] === undefined) return <GlanceSkeleton />;
    const retry = async () => await Promise.all(failed.map(async ({ refetch }) => await refetch()));
    return <ErrorView error={failed[0].error} retry={retry} />;
  }
  const { account, ground, activity } = glance.data.data;
  const grants = sharing.data.data;
  const info = device.data.data;
  const withheld = withheldOf(grants);
  const sharesDetails = grants.grants.some(({ capability, granted }) => capability === 'DEVICE_INFO' && granted);
  const person = shownName(account);
  const name = info.nickname || person;
  return (
    <>
      <Stopped {...grants} />
      <div className={classes.grid}>
        <Stack>
          <AccountCard deviceId={deviceId} deviceName={name} account={account} />
          <GroundCard deviceId={deviceId} ground={ground} />
          <DeviceCard
            deviceId={deviceId}
            info={info}
            username={person}
            withheld={withheld === 'notShared' && sharesDetails ? 'notTold' : withheld}
          />
        </Stack>
        <Stack>
          <ConsentCard deviceId={deviceId} grants={grants} offers={info.offers} />
          <NextFrame>
            <OffersCard offers={info.offers} />
            <WatchesCard deviceId={deviceId} deviceName={name} />
            <ActivityCards deviceId={deviceId} activity={activity} withheld={withheld} />
            <Suspense>
              <LastCommands deviceId={deviceId} />
            </Suspense>
          </NextFrame>
        </Stack>
      </div>
    </>
  );
}

/** Renders what is at the end of the page after the rest is on screen. Nothing moves when it appears. */
function NextFrame({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}

/** Says why the device shares nothing at the moment, and since or until when. */
function Stopped(grants: Omit<OutputOf<typeof deviceGrants>, 'grants'>) {
  const { t } = useTranslation('overview');
  const stop = stopOf(grants);
  if (stop === null) return null;
  const [why, Icon, at] = stop;
  return (
    <output className={classes.stopped}>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{t(`${why}.title`)}</strong>
        <TimedText words={t(`${why}.hint`)} at={at} />
      </span>
    </output>
  );
}

/** A restore takes precedence over a pause, and both over the sharing hours. */
function stopOf({ heldSince, pausedSince, hoursBeginAt }: Omit<OutputOf<typeof deviceGrants>, 'grants'>) {
  if (heldSince !== null) return ['held', IconHistory, heldSince] as const;
  if (pausedSince !== null) return ['paused', IconPlayerPause, pausedSince] as const;
  return hoursBeginAt === null ? null : (['outside', IconClockPause, hoursBeginAt] as const);
}

/** Skeletons of the cards, of about the same height. */
const columns = [
  [
    ['account.title', 5],
    ['ground.title', 4],
    ['device.title', 11],
  ],
  [
    ['consent.title', 7],
    ['activity.title', 6],
  ],
] as const;

/** The shape of the overview while it is loading. */
function GlanceSkeleton() {
  const { t } = useTranslation('overview');
  return (
    <div className={classes.grid}>
      {columns.map((cards) => (
        <Stack key={cards[0][0]}>
          {cards.map(([title, lines]) => (
            <Card key={title} title={t(title)}>
              <LoadingLines count={lines} />
            </Card>
          ))}
        </Stack>
      ))}
    </div>
  );
}
