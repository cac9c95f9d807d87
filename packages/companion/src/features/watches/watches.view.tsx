import type { Watch } from '@fairwatch/contract';
import { newWatches, watchesText } from '@fairwatch/device/core';
import { moreWatchesText, watchFacts, watchPausedText, watchWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { Facts } from '../../core/components/facts.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';

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
      <PageTitle>{watchWords.title}</PageTitle>
      <Card>
        <Text>{watchesText(known)}</Text>
        <Text c="dimmed">{watchWords.rules}</Text>
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
          <Text>{moreWatchesText(known.more)}</Text>
        </Card>
      )}
    </>
  );
}

function WatchCard({ watch, isNew }: { watch: Watch; isNew: boolean }) {
  return (
    <Card title={watch.name}>
      {(isNew || watch.paused) && (
        <div>
          {isNew && <ToneBadge tone="accent">{watchWords.isNew}</ToneBadge>}{' '}
          {watch.paused && <ToneBadge tone="warn">{watchPausedText(watch)}</ToneBadge>}
        </div>
      )}
      <Facts facts={watchFacts(watch)} />
    </Card>
  );
}
