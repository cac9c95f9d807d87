import { noticeVersion } from '@fairwatch/contract';
import { aboutWords, noticeTitle, supervisionFacts } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { Facts } from '../../core/components/facts.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { NoticeText } from '../../core/notice/notice-text.tsx';
import { WatchesLink } from '../../core/watches/watch-notes.tsx';
import { commonText } from '../../core/texts/common.texts.ts';

/** By whom and why this phone is supervised, and the notice in full. */
export function AboutView() {
  const { saved } = useCompanion();
  const ground = useLive((live) => live.ground);
  const supervision = useLive((live) => live.supervision);
  return (
    <>
      <BackLink href="/more">{commonText('pages.more')}</BackLink>
      <PageTitle>{aboutWords('title')}</PageTitle>
      <Card>
        <Facts facts={supervisionFacts({ ...saved, ground, supervision })} />
        <WatchesLink />
      </Card>
      <Card title={aboutWords('rules')}>
        {aboutWords.list('houseRules').map((rule) => (
          <Text key={rule}>{rule}</Text>
        ))}
      </Card>
      <Card title={noticeTitle(noticeVersion)}>
        <NoticeText />
      </Card>
    </>
  );
}
