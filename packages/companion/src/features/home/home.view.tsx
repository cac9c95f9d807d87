import { purposeTitle } from '@fairwatch/contract';
import { hoursNote, sharedText, sharingWords, statusWords, supervisorsText } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { InstallOffer } from '../../core/install/install-card.tsx';
import { PushOffer } from '../../core/push/push-card.tsx';
import { ChangedNotice } from '../../core/notice/changed-notice.tsx';
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
  return (
    <>
      <PageTitle>{statusWords('hello', { username: saved.username })}</PageTitle>
      <PauseButton paused={grants.paused} />
      <RequestCards />
      <ChangedNotice />
      <NewWatches />
      <ConnectionCard />
      <PushOffer />
      <Card title={statusWords('supervisors')}>
        <Text fw={600}>{supervisorsText(supervision, saved.admin)}</Text>
        <Text c="dimmed">{statusWords('purpose', { purpose: purposeTitle(ground), server: saved.server })}</Text>
        <WatchesLink />
      </Card>
      <Card title={sharingWords('shared')}>
        <Text>{sharedText(grants.capabilities)}</Text>
        {grants.hours !== null && <Text c="dimmed">{hoursNote(grants.hours)}</Text>}
        <Button component={Link} href="/sharing" variant="default" size="md">
          {sharingWords('change')}
        </Button>
      </Card>
      <LatestVisits />
      <InstallOffer />
    </>
  );
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
        {paused ? statusWords('pause.resume') : statusWords('pause.pause')}
      </Button>
      <Text c="dimmed" size="sm" ta="center">
        {paused ? statusWords('pause.whilePaused') : statusWords('pause.whileSharing')}
      </Text>
      <Problem text={problem} />
    </div>
  );
}
