import { leaveWords } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion } from '../../core/live/companion-context.ts';
import { t } from './join.texts.ts';

/** Shown when a join link is opened in a browser that has already joined. */
export function AlreadyJoinedView() {
  const { saved } = useCompanion();
  return (
    <>
      <PageTitle>{t('already.title')}</PageTitle>
      <Card>
        <Text>{t('already.text', { server: saved.server, username: saved.username })}</Text>
        <Button component={Link} href="/">
          {t('already.home')}
        </Button>
        <Button component={Link} href="/more" variant="default">
          {leaveWords('title')}
        </Button>
      </Card>
    </>
  );
}
