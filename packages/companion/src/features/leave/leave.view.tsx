import { archiveWords, leaveWords, problemText } from '@fairwatch/device/words';
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
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import classes from './leave.module.css';
import { commonText } from '../../core/texts/common.texts.ts';

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
      <BackLink href="/more">{commonText('pages.more')}</BackLink>
      <PageTitle>{leaveWords('title')}</PageTitle>
      <Card title={leaveWords('deleted.title')}>
        <ul className={classes.list}>
          {leaveWords.list('deleted.items', { server: saved.server }).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Card>
      <Card title={leaveWords('stays.title')}>
        <ul className={classes.list}>
          {leaveWords.list('stays.items').map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Card>
      <ArchiveCard title={archiveWords('beforeLeaving.title')} note={archiveWords('beforeLeaving.note')} />
      <Card title={leaveWords('forGood.title')}>
        <Text>{leaveWords('forGood.text')}</Text>
        {!isConnected && <Text>{leaveWords('forGood.notConnected')}</Text>}
        <Checkbox
          size="md"
          label={leaveWords('forGood.sure')}
          checked={isSure}
          onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
        />
        <Button size="lg" color="red.9" disabled={!isSure} onClick={leave}>
          {leaveWords('title')}
        </Button>
        <Problem text={problem} />
      </Card>
    </>
  );
}
