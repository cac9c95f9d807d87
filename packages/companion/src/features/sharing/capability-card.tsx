import { capabilityWords, matchLanguage, textLanguage, type Capability } from '@fairwatch/contract';
import { keptText, sharingWords, whenSharedText } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { Suspense, type ComponentType } from 'react';
import { AskedReason } from '../../core/components/asked-reason.tsx';
import { SwitchCard } from '../../core/components/switch-row.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import type { Sharing } from './use-sharing.ts';
import classes from './sharing.module.css';

interface CapabilityCardProps {
  name: Capability;
  sharing: Sharing;
  /** Who asked for it last, when and why; null when nobody did. */
  askedReason: string | null;
  /** The retention time in days; undefined until the server has sent it. */
  keptDays: number | null | undefined;
  /** What is shown while it is shared. */
  details: ComponentType | undefined;
}

/** The card of a capability: what is read, when, how long it is kept, and a switch. The switch shows what the device shares now. */
export function CapabilityCard({ name, sharing, askedReason, keptDays, details: Details }: CapabilityCardProps) {
  const { title, shares } = capabilityWords(
    useLive((live) => live.ground),
    matchLanguage([textLanguage()]),
  )[name];
  const isOn = sharing.isOn(name);
  const isWaiting = sharing.isWaiting(name);
  const problem = sharing.problemOf(name);
  return (
    <SwitchCard
      label={title}
      name={sharingWords('share', { title })}
      hint={
        <>
          <AskedReason text={askedReason} />
          <Text>{shares}</Text>
          <Text c="dimmed" size="sm">
            {whenSharedText('BROWSER', name)} {keptText(keptDays)}
          </Text>
        </>
      }
      isOn={isOn}
      onChange={() => sharing.change(name, !(isOn || isWaiting))}
    >
      <div aria-live="polite" className={classes.news}>
        {isWaiting && <Text className={classes.waiting}>{sharingWords('waiting')}</Text>}
        {problem !== null && <Text c="var(--mantine-color-error)">{problem}</Text>}
      </div>
      {isOn && Details && (
        <Suspense fallback={<Text c="dimmed">{sharingWords('loading')}</Text>}>
          <Details />
        </Suspense>
      )}
    </SwitchCard>
  );
}
