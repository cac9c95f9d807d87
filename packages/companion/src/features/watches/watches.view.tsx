import { foldedZones, type Watch } from '@fairwatch/contract';
import { newWatches } from '@fairwatch/device/core';
import {
  moreWatchesText,
  watchFacts,
  watchPausedText,
  watchWords,
  zoneText,
  watchesText,
} from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { Facts } from '../../core/components/facts.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { ToneBadge } from '../../core/components/tone-badge.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { MoreWatches } from './more-watches.tsx';
import classes from './watches.module.css';
import { commonText } from '../../core/texts/common.texts.ts';

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
      <BackLink href="/more">{commonText('pages.more')}</BackLink>
      <PageTitle>{watchWords('title')}</PageTitle>
      <Card>
        <Text>{watchesText(known)}</Text>
        <Text c="dimmed">{watchWords('rules')}</Text>
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
          <MoreWatches
            of="OTHERS"
            last={lastListed(known.watches)}
            words={[watchWords('others.first'), watchWords('others.further')]}
          >
            {(watches) =>
              watches.map((watch) => (
                <section key={`${watch.kind} ${watch.id}`} className={classes.further}>
                  <h3>{watch.name}</h3>
                  <Facts facts={watchFacts(watch)} />
                </section>
              ))
            }
          </MoreWatches>
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
          {isNew && <ToneBadge tone="accent">{watchWords('isNew')}</ToneBadge>}{' '}
          {watch.paused && <ToneBadge tone="warn">{watchPausedText(watch)}</ToneBadge>}
        </div>
      )}
      <Facts facts={watchFacts(watch)} />
      {watch.kind === foldedZones && (
        <MoreWatches of="ZONES" words={[watchWords('zones.first'), watchWords('zones.further')]}>
          {(zones) => zones.length > 0 && <ZoneNames zones={zones} />}
        </MoreWatches>
      )}
    </Card>
  );
}

function ZoneNames({ zones }: { zones: readonly Watch[] }) {
  return (
    <ul className={classes.zones}>
      {zones.map((zone) => (
        <li key={zone.id}>{zoneText(zone)}</li>
      ))}
    </ul>
  );
}

/** The last one of the list that is not the line of zones. */
function lastListed(watches: readonly Watch[]): Watch | undefined {
  return watches.findLast(({ kind }) => kind !== foldedZones && kind !== 'ZONE');
}
