import { Button, Checkbox, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { ArchiveCard } from '../../core/archive/archive-card.tsx';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { problemText } from '../../core/components/problem-text.ts';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import classes from './leave.module.css';

/** The page to leave, which says what happens to the person's data. */
export function LeaveView() {
  const { client, saved } = useCompanion();
  const isConnected = useLive((live) => live.connection === 'connected');
  const [isSure, setIsSure] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = () => {
    setProblem(null);
    client.leave().catch((error: unknown) => setProblem(problemText(error)));
  };
  return (
    <>
      <BackLink href="/more">More</BackLink>
      <PageTitle>Leave</PageTitle>
      <Card title="Deleted at once">
        <ul className={classes.list}>
          <li>Everything that {saved.server} collected from this phone, with all photos, recordings and files.</li>
          <li>Your name, email and phone number there, your tickets, and the messages to you.</li>
          <li>Who looked at what: the details of the log.</li>
        </ul>
      </Card>
      <Card title="What stays">
        <ul className={classes.list}>
          <li>
            That a device was there, what was agreed to and when, and which admin did something when. Without your name.
          </li>
          <li>What an admin saved or printed before: the server cannot take that back. Ask them to delete it.</li>
          <li>Older backups of the server, until they are deleted. Nobody is shown what is in them.</li>
        </ul>
      </Card>
      <ArchiveCard title="Do you want a copy first?" note="After you have left, nobody can make it any more." />
      <Card title="Leave for good">
        <Text>
          It cannot be undone. To come back you need a new passcode. If you only want a break, use Pause on the first
          page.
        </Text>
        {!isConnected && (
          <Text>
            The server is not connected. Nothing is shared from the moment you leave, and the server deletes your data
            as soon as it is told.
          </Text>
        )}
        <Checkbox
          size="md"
          label="Yes, delete my data and end the supervision."
          checked={isSure}
          onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
        />
        <Button size="lg" color="red" disabled={!isSure} onClick={leave}>
          Leave
        </Button>
        <Problem text={problem} />
      </Card>
    </>
  );
}
