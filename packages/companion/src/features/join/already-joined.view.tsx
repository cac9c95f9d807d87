import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion } from '../../core/live/companion-context.ts';

/** Shown when a join link is opened in a browser that has already joined. */
export function AlreadyJoinedView() {
  const { saved } = useCompanion();
  return (
    <>
      <PageTitle>This browser has joined already</PageTitle>
      <Card>
        <Text>
          You joined {saved.server} as {saved.username}. One browser is one device. To join with another passcode, leave
          first, or use another browser or profile.
        </Text>
        <Button component={Link} href="/">
          Go to Home
        </Button>
        <Button component={Link} href="/more" variant="default">
          Leave
        </Button>
      </Card>
    </>
  );
}
