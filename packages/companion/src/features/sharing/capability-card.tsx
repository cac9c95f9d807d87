import { capabilities, type Capability } from '@fairwatch/contract';
import { Paper, Switch, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Suspense, useId, type ComponentType } from 'react';
import { keptText, whenShared } from '../../core/capability-words.ts';
import type { Sharing } from './use-sharing.ts';
import classes from './sharing.module.css';

interface CapabilityCardProps {
  name: Capability;
  sharing: Sharing;
  /** For how many days the server keeps it; undefined until the server has said so. */
  keptDays: number | null | undefined;
  /** What is shown while it is shared. */
  tray: ComponentType | undefined;
}

/** One kind of data: what is read, when, how long it is kept, and whether it is shared. The switch shows what holds now. */
export function CapabilityCard({ name, sharing, keptDays, tray: Tray }: CapabilityCardProps) {
  const id = useId();
  const { title, shares } = capabilities[name];
  const isOn = sharing.isOn(name);
  const isWaiting = sharing.isWaiting(name);
  const problem = sharing.problemOf(name);
  return (
    <Paper component="section" className={classes.card} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Title order={2} id={`${id}-title`}>
          {title}
        </Title>
        <Switch
          size="lg"
          aria-label={`Share ${title}`}
          aria-describedby={`${id}-about`}
          checked={isOn}
          onChange={() => sharing.change(name, !(isOn || isWaiting))}
        />
      </div>
      <div id={`${id}-about`}>
        <Text>{shares}</Text>
        <Text c="dimmed" size="sm">
          {whenShared[name]} {keptText(keptDays)}
        </Text>
      </div>
      <div aria-live="polite" className={classes.news}>
        {isWaiting && (
          <Text className={classes.waiting}>
            Waiting for the server. It is shared when the server has confirmed it. Switch again to take it back.
          </Text>
        )}
        {problem !== null && <Text c="var(--mantine-color-error)">{problem}</Text>}
      </div>
      {isOn && Tray && (
        <Suspense fallback={<Text c="dimmed">Loading…</Text>}>
          <Tray />
        </Suspense>
      )}
    </Paper>
  );
}
