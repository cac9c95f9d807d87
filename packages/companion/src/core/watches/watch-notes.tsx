import { newWatches } from '@fairwatch/device/core';
import { newWatchText, watchWords, watchesText } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../components/card.tsx';
import { useLive } from '../live/companion-context.ts';

/** Tells the person of what watches their phone from now on, until they have looked at it. */
export function NewWatches() {
  const watches = useLive((live) => live.watches);
  const fresh = newWatches(watches);
  if (fresh.length === 0) return null;
  return (
    <Card tone="urgent" title={watchWords('fresh')}>
      {fresh.map((watch) => (
        <Text key={`${watch.kind} ${watch.id}`}>{newWatchText(watch)}</Text>
      ))}
      <Button component={Link} href="/watches" size="md">
        {watchWords('see')}
      </Button>
    </Card>
  );
}

/** Says how much watches this phone, with the way to the list. */
export function WatchesLink() {
  const known = useLive((live) => live.watches);
  return (
    <Text>
      {watchesText(known)} {known.watches.length > 0 && <Link href="/watches">{watchWords('see')}</Link>}
    </Text>
  );
}
