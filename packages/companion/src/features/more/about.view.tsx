import { legalBases, noticeText, noticeVersion, purposeTitle, version } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { dateTimeText } from '../../core/components/day-text.ts';
import { Facts, type Fact } from '../../core/components/facts.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { WatchesLink } from '../../core/watches/watch-notes.tsx';
import classes from './more.module.css';

/** By whom and why this phone is supervised, and the notice in full. */
export function AboutView() {
  const { saved } = useCompanion();
  const ground = useLive((live) => live.ground);
  const supervision = useLive((live) => live.supervision);
  const admins = supervision?.admins ?? [saved.admin];
  const more = supervision?.moreAdmins ?? 0;
  const facts: readonly Fact[] = [
    ['Server', saved.server],
    ['Your name there', saved.username],
    ['Passcode from', saved.admin],
    [
      'Who can see what you share',
      `${admins.join(', ') || 'Nobody at the moment'}${more > 0 ? ` and ${more} more` : ''}`,
    ],
    ['Purpose', purposeTitle(ground)],
    ['Legal basis', legalBases[ground.legalBasis]],
    ...(ground.guardian === null ? [] : [['Parent or guardian', ground.guardian] as const]),
    ...(ground.reviewOn === null ? [] : [['Looked at again on', dayOf(ground.reviewOn)] as const]),
    ['Joined', dateTimeText(saved.joinedAt)],
    ['Version', version],
  ];
  return (
    <>
      <BackLink href="/more">More</BackLink>
      <PageTitle>About this supervision</PageTitle>
      <Card>
        <Facts facts={facts} />
        <WatchesLink />
      </Card>
      <Card title="What counts here">
        <Text>Nothing is shared that you have not switched on. What you switch off stops at once.</Text>
        <Text>Everything that anybody does with this phone is in the log, and nobody can take it out.</Text>
        <Text>
          What was collected is deleted after the days that stand beside each switch, or at once when you leave.
        </Text>
        <Text>Fairwatch tells nobody else about you: it sends nothing to its makers or to other companies.</Text>
      </Card>
      <Card title={`The notice (version ${noticeVersion})`}>
        <div className={classes.notice} lang={saved.language}>
          {noticeText(ground, saved.language)
            .split('\n')
            .map((line) => (
              <p key={line}>{line}</p>
            ))}
        </div>
      </Card>
    </>
  );
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleDateString('en', { dateStyle: 'long' });
}
