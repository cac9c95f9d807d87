import { capabilities, capabilityRefusal, type Capability } from '@fairwatch/contract';
import { lastAskedText, sharingWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { ChangedNotice } from '../../core/notice/changed-notice.tsx';
import { CapabilityCard } from './capability-card.tsx';
import { useSharing } from './use-sharing.ts';
import classes from './sharing.module.css';

/** What is shown below a capability while it is shared: the items that the person chose, or a setting. */
export type SharingDetails = Readonly<Partial<Record<Capability, ComponentType>>>;

/** The page with a switch for each capability and, below it, the items that are shared. */
export function SharingView({ details }: { details: SharingDetails }) {
  const { offers, saved } = useCompanion();
  const keptDays = useLive((live) => live.supervision?.keptDays);
  const usedKinds = useLive((live) => live.usedKinds);
  const isPaused = useLive((live) => live.grants.paused);
  const requested = useLive((live) => live.requested);
  const questions = useLive((live) => live.questions);
  const sharing = useSharing();
  // A shared capability stays listed, so that it can be switched off even if this browser no longer supports it.
  const isPossible = (name: Capability) => capabilityRefusal(offers, name) === null || sharing.isOn(name);
  const impossible = usedKinds.filter((name) => !isPossible(name));
  return (
    <>
      <PageTitle>{sharingWords('title')}</PageTitle>
      <Text className={classes.intro}>{isPaused ? sharingWords('paused') : sharingWords('intro')}</Text>
      <ChangedNotice />
      {usedKinds.filter(isPossible).map((name) => (
        <CapabilityCard
          key={name}
          name={name}
          sharing={sharing}
          askedReason={lastAskedText(name, { atJoining: saved.asked, requested, questions })}
          keptDays={keptDays?.[name]}
          details={details[name]}
        />
      ))}
      {impossible.length > 0 && (
        <Card title={sharingWords('impossible')}>
          <ul className={classes.impossible}>
            {impossible.map((name) => (
              <li key={name}>
                <span className={classes.name}>{capabilities[name].title}</span>
                <span>{capabilityRefusal(offers, name)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
