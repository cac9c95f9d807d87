import type { Watch } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { dateTimeText } from '../../core/components/day-text.ts';
import { Facts, type Fact } from '../../core/components/facts.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { newWatches, watchesText } from '../../core/storage/known-watches.ts';

/** Everything that watches this phone by itself: what, when, why, and who set it. */
export function WatchesView() {
  const companion = useCompanion();
  const known = useLive((live) => live.watches);
  // What was new when the page was opened is marked as new until it is closed.
  const [fresh] = useState<readonly Watch[]>(() => newWatches(known));
  useEffect(() => {
    if (newWatches(known).length > 0) companion.markWatchesSeen();
  }, [companion, known]);
  return (
    <>
      <BackLink href="/more">More</BackLink>
      <PageTitle>What watches this phone</PageTitle>
      <Card>
        <Text>{watchesText(known)}</Text>
        <Text c="dimmed">
          Your switches, your hours and Pause stand above it: what you do not share, a schedule does not get, and an
          alert does not ring. Each time it asks or rings is a line in the log.
        </Text>
      </Card>
      {known.watches.map((watch) => (
        <WatchCard
          key={`${watch.kind} ${watch.id}`}
          watch={watch}
          isNew={fresh.some(({ kind, id }) => kind === watch.kind && id === watch.id)}
        />
      ))}
      {known.more > 0 && (
        <Card>
          <Text>And {known.more} more. The log names all of them.</Text>
        </Card>
      )}
    </>
  );
}

function WatchCard({ watch, isNew }: { watch: Watch; isNew: boolean }) {
  const { kind, name, what, when, purpose, setBy, setAt, until, paused, lastAt } = watch;
  const end: Fact = ['Until', until === null ? 'No end is set' : dateTimeText(until)];
  const rang: Fact = ['Last rang', lastAt ? dateTimeText(lastAt) : 'Never'];
  const facts: readonly Fact[] = [
    ['What', what],
    ['When', when],
    ['Purpose', purpose],
    ['Set by', setBy],
    ['Since', dateTimeText(setAt)],
    lastAt === undefined ? end : rang,
  ];
  return (
    <Card title={name}>
      {(isNew || paused) && (
        <div>
          {isNew && <ToneBadge tone="accent">New</ToneBadge>}{' '}
          {paused && <ToneBadge tone="warn">{kind === 'ALERT_RULE' ? 'Off' : 'Paused'}</ToneBadge>}
        </div>
      )}
      <Facts facts={facts} />
    </Card>
  );
}
