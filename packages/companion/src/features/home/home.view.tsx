import { capabilities, hoursText, isWithinHours, purposeTitle, type SharingHours } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { InstallOffer } from '../../core/install/install-card.tsx';
import { PushOffer } from '../../core/push/push-card.tsx';
import { RequestCards } from '../../core/requests/request-cards.tsx';
import { NewWatches, WatchesLink } from '../../core/watches/watch-notes.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { LatestVisits } from './latest-visits.tsx';
import classes from './home.module.css';
import { Problem } from '../../core/components/problem.tsx';

/** The home page: who supervises the person, open requests, the latest visits, and the button that pauses all sharing. */
export function HomeView() {
  const { saved } = useCompanion();
  const grants = useLive((live) => live.grants);
  const ground = useLive((live) => live.ground);
  const supervision = useLive((live) => live.supervision);
  const admins = supervision?.admins ?? [saved.admin];
  const isOutside = isOutsideNow(grants.hours);
  return (
    <>
      <PageTitle>Hello {saved.username}</PageTitle>
      <PauseButton paused={grants.paused} />
      <RequestCards />
      <NewWatches />
      <ConnectionCard />
      <PushOffer />
      <Card title="Who supervises this phone">
        <Text fw={600}>
          {admins.length === 0 ? 'Nobody at the moment' : admins.join(', ')}
          {supervision && supervision.moreAdmins > 0 && ` and ${supervision.moreAdmins} more`}
        </Text>
        <Text c="dimmed">
          {purposeTitle(ground)}, on {saved.server}
        </Text>
        <WatchesLink />
      </Card>
      <Card title="What you share">
        <Text>
          {grants.capabilities.length === 0
            ? 'Nothing.'
            : grants.capabilities.map((name) => capabilities[name].title).join(', ')}
        </Text>
        {grants.hours !== null && (
          <Text c="dimmed">
            {hoursText(grants.hours)}
            {isOutside && '. Outside of these hours, like now, nothing is shared.'}
          </Text>
        )}
        <Button component={Link} href="/sharing" variant="default" size="md">
          Change what you share
        </Button>
      </Card>
      <LatestVisits />
      <InstallOffer />
    </>
  );
}

function isOutsideNow(hours: SharingHours | null): boolean {
  return !isWithinHours(hours, new Date());
}

/** Pauses or resumes sharing. Works without a connection: the device stops immediately, and the decision is sent later. */
function PauseButton({ paused }: { paused: boolean }) {
  const { client } = useCompanion();
  const [problem, setProblem] = useState<string | null>(null);
  const change = () => {
    setProblem(null);
    const changing = paused ? client.resume() : client.pause();
    changing.catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <div className={classes.pause} data-paused={paused || undefined}>
      <Button
        size="xl"
        fullWidth
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
        onClick={change}
      >
        {paused ? 'Share again' : 'Pause'}
      </Button>
      <Text c="dimmed" size="sm" ta="center">
        {paused
          ? 'Sharing is paused: nobody sees anything of you.'
          : 'Stops all sharing at once, until you take it up again.'}
      </Text>
      <Problem text={problem} />
    </div>
  );
}
