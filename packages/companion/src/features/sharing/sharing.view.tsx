import { capabilities, capabilityNames, capabilityRefusal, type Capability } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { CapabilityCard } from './capability-card.tsx';
import { useSharing } from './use-sharing.ts';
import classes from './sharing.module.css';

/** What belongs to a capability while it is shared: its tray, or a setting. */
export type Trays = Readonly<Partial<Record<Capability, ComponentType>>>;

/** What I share: a switch for each kind, and below it what is in its tray. */
export function SharingView({ trays }: { trays: Trays }) {
  const { offers } = useCompanion();
  const keptDays = useLive((live) => live.supervision?.keptDays);
  const isPaused = useLive((live) => live.grants.paused);
  const sharing = useSharing();
  // What is shared can be switched off, also when this browser has lost the ability since.
  const isPossible = (name: Capability) => capabilityRefusal(offers, name) === null || sharing.isOn(name);
  const impossible = capabilityNames.filter((name) => !isPossible(name));
  return (
    <>
      <PageTitle>Sharing</PageTitle>
      <Text className={classes.intro}>
        {isPaused
          ? 'Sharing is paused: nobody gets anything, whatever is switched on here.'
          : 'Switch on what you want to share. What you switch off stops at once, also without a connection.'}
      </Text>
      {capabilityNames.filter(isPossible).map((name) => (
        <CapabilityCard key={name} name={name} sharing={sharing} keptDays={keptDays?.[name]} tray={trays[name]} />
      ))}
      {impossible.length > 0 && (
        <Card title="Not possible here">
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
