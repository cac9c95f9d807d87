import { beginningText, hoursText, isWithinHours, type SharingHours } from '@fairwatch/contract';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { problemText } from '../../core/components/problem-text.ts';
import { useNow } from '../../core/components/use-now.ts';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { useDraft } from '../../core/live/use-draft.ts';
import { draftOf, hoursOf, ownTimeZone, presets, problemOf, type HoursDraft } from './hours-draft.ts';
import { WeekEditor } from './week-editor.tsx';

/** The page of the sharing hours. Outside of them nothing is collected. */
export function HoursView() {
  const hours = useLive((live) => live.grants.hours);
  const { draft, change, clear } = useDraft('hours', draftOf(hours));
  return (
    <>
      <BackLink href="/more">More</BackLink>
      <PageTitle>Sharing hours</PageTitle>
      <Now />
      {draft && <HoursForm draft={draft} change={change} clear={clear} />}
    </>
  );
}

/** What the hours mean at this moment. */
function Now() {
  const { hours, paused } = useLive((live) => live.grants);
  const isPending = useLive((live) => live.pendingDecisions.some(({ type }) => type === 'hours'));
  const now = useNow();
  return (
    <Card title="Now">
      <Text>You share {hoursText(hours)}.</Text>
      <Text component="output" display="block">
        {nowText(hours, paused, now)}
      </Text>
      {isPending && <Text c="dimmed">The server is told when it is connected. On this phone it counts already.</Text>}
    </Card>
  );
}

function nowText(hours: SharingHours | null, paused: boolean, now: Date): string {
  if (paused) return 'Sharing is paused: nothing is shared at any hour.';
  if (isWithinHours(hours, now)) return 'At this moment: what you switched on is shared.';
  return `At this moment: nothing is shared until ${beginningText(hours, now)}.`;
}

interface HoursFormProps {
  draft: HoursDraft;
  change: (draft: HoursDraft) => void;
  clear: (next: HoursDraft) => void;
}

function HoursForm({ draft, change, clear }: HoursFormProps) {
  const { client } = useCompanion();
  const current = useLive((live) => live.grants.hours);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const wanted = hoursOf(draft);
  const wrong = problemOf(draft);
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(current);
  const edit = (changes: Partial<HoursDraft>) => {
    setIsSaved(false);
    change({ ...draft, ...changes });
  };
  const save = () => {
    setProblem(null);
    setIsSaved(true);
    clear(draft);
    client.setHours(wanted).catch((error: unknown) => {
      setIsSaved(false);
      setProblem(problemText(error));
    });
  };
  return (
    <Card title="Change the hours">
      <Radio.Group
        label="When do you want to share?"
        value={draft.isLimited ? 'limited' : 'always'}
        onChange={(value) => edit({ isLimited: value === 'limited' })}
      >
        <Stack gap="sm" mt="sm">
          <Radio size="md" value="always" label="At any hour" />
          <Radio size="md" value="limited" label="Only at these hours" />
        </Stack>
      </Radio.Group>
      {draft.isLimited && (
        <>
          <Text c="dimmed" size="sm">
            Start from these hours, or set your own:
          </Text>
          <Group grow gap="xs">
            {presets.map(({ label, days }) => (
              <Button key={label} size="md" px="xs" variant="default" onClick={() => edit({ days })}>
                {label}
              </Button>
            ))}
          </Group>
          <WeekEditor days={draft.days} onChange={(days) => edit({ days })} />
          <TimeZone timeZone={draft.timeZone} onChange={(timeZone) => edit({ timeZone })} />
        </>
      )}
      <Problem text={wrong ?? problem} />
      <Button size="lg" disabled={wrong !== null || !isChanged} onClick={save}>
        Save hours
      </Button>
      {isChanged && !isSaved && (
        <Button size="md" variant="subtle" onClick={() => clear(draftOf(current))}>
          Undo my changes
        </Button>
      )}
      <Text component="output" display="block" c="dimmed">
        {isSaved && 'Saved. It counts from now on.'}
      </Text>
    </Card>
  );
}

/** Offers to switch the time zone when the phone is in another one than the hours. */
function TimeZone({ timeZone, onChange }: { timeZone: string; onChange: (timeZone: string) => void }) {
  const own = ownTimeZone();
  return (
    <>
      <Text c="dimmed">Times are those of {timeZone}.</Text>
      {own !== timeZone && (
        <Button size="md" variant="default" onClick={() => onChange(own)}>
          Use the time of this phone ({own})
        </Button>
      )}
    </>
  );
}
