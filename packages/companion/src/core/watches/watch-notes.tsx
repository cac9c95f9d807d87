import { watchNoun } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../components/card.tsx';
import { useLive } from '../live/companion-context.ts';
import { newWatches, watchesText } from '../storage/known-watches.ts';

/** Tells the person of what watches their phone from now on, until they have looked at it. */
export function NewWatches() {
  const watches = useLive((live) => live.watches);
  const fresh = newWatches(watches);
  if (fresh.length === 0) return null;
  return (
    <Card tone="urgent" title="New: this watches your phone by itself">
      {fresh.map(({ kind, id, name, what, when, setBy }) => (
        <Text key={`${kind} ${id}`}>
          {setBy} set the {watchNoun(kind)} “{name}”: {what}. {when}.
        </Text>
      ))}
      <Button component={Link} href="/watches" size="md">
        See what and why
      </Button>
    </Card>
  );
}

/** Says how much watches this phone, with the way to the list. */
export function WatchesLink() {
  const known = useLive((live) => live.watches);
  return (
    <Text>
      {watchesText(known)} {known.watches.length > 0 && <Link href="/watches">See what and why</Link>}
    </Text>
  );
}
