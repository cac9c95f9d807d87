import { capabilityNames, noticeVersion } from '@fairwatch/contract';
import { wantedCapabilities } from '@fairwatch/device/core';
import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { Card } from '../components/card.tsx';
import { Problem } from '../components/problem.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import { NoticeText } from './notice-text.tsx';
import { t } from './notice.texts.ts';

/** Says what is new in the notice, until the person has agreed to its newest version. What they share stays as it is. */
export function ChangedNotice() {
  const readNotice = useLive((live) => live.readNotice);
  // 0: the server has not told it yet, or is one that does not.
  return readNotice > 0 && readNotice < noticeVersion ? <Changed /> : null;
}

function Changed() {
  const { client, live } = useCompanion();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const agree = () => {
    const { pendingDecisions, grants } = live.get();
    const shared: readonly string[] = wantedCapabilities(pendingDecisions) ?? grants.capabilities;
    setProblem(null);
    setIsWaiting(true);
    client
      .changeGrants(capabilityNames.filter((name) => shared.includes(name)))
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setIsWaiting(false));
  };
  return (
    <Card tone="urgent" title={t('changed')}>
      <Text>{t('isNew')}</Text>
      <Text c="dimmed" size="sm">
        {t('sameAsBefore')}
      </Text>
      <Button
        size="md"
        variant="default"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? t('close') : t('readIt')}
      </Button>
      <div id={textId}>{isOpen && <NoticeText />}</div>
      <Button size="md" aria-disabled={isWaiting} onClick={() => !isWaiting && agree()}>
        {t('agree')}
      </Button>
      <Text component="output" c="dimmed" size="sm">
        {isWaiting ? t('waiting') : ''}
      </Text>
      <Problem text={problem} />
    </Card>
  );
}
