import { ownZone } from '@fairwatch/contract';
import {
  type HoursDraft,
  hoursDraftOf,
  hoursNowText,
  hoursOfDraft,
  hoursPresets,
  hoursProblem,
  hoursWords,
  problemText,
  timeZoneText,
  ownTimeZoneText,
  youShareText,
} from '@fairwatch/device/words';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { BackLink } from '../../core/components/back-link.tsx';
import { Card } from '../../core/components/card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { useNow } from '../../core/components/use-now.ts';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { useDraft } from '../../core/live/use-draft.ts';
import { WeekEditor } from './week-editor.tsx';

/** The page of the sharing hours. Outside of them nothing is collected. */
export function HoursView() {
  const hours = useLive((live) => live.grants.hours);
  const { draft, change, clear } = useDraft('hours', hoursDraftOf(hours));
  return (
    <>
      <BackLink href="/more">More</BackLink>
      <PageTitle>{hoursWords.title}</PageTitle>
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
    <Card title={hoursWords.now}>
      <Text>{youShareText(hours)}</Text>
      <Text component="output" display="block">
        {hoursNowText(hours, paused, now)}
      </Text>
      {isPending && <Text c="dimmed">{hoursWords.pending}</Text>}
    </Card>
  );
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
  const wanted = hoursOfDraft(draft);
  const wrong = hoursProblem(draft);
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
    <Card title={hoursWords.change}>
      <Radio.Group
        label={hoursWords.question}
        value={draft.isLimited ? 'limited' : 'always'}
        onChange={(value) => edit({ isLimited: value === 'limited' })}
      >
        <Stack gap="sm" mt="sm">
          <Radio size="md" value="always" label={hoursWords.always} />
          <Radio size="md" value="limited" label={hoursWords.limited} />
        </Stack>
      </Radio.Group>
      {draft.isLimited && (
        <>
          <Text c="dimmed" size="sm">
            {hoursWords.presets}
          </Text>
          <Group grow gap="xs">
            {hoursPresets.map(({ label, days }) => (
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
        {hoursWords.save}
      </Button>
      {isChanged && !isSaved && (
        <Button size="md" variant="subtle" onClick={() => clear(hoursDraftOf(current))}>
          {hoursWords.undo}
        </Button>
      )}
      <Text component="output" display="block" c="dimmed">
        {isSaved && hoursWords.saved}
      </Text>
    </Card>
  );
}

/** Offers to switch the time zone when the phone is in another one than the hours. */
function TimeZone({ timeZone, onChange }: { timeZone: string; onChange: (timeZone: string) => void }) {
  const own = ownZone();
  return (
    <>
      <Text c="dimmed">{timeZoneText(timeZone)}</Text>
      {own !== timeZone && (
        <Button size="md" variant="default" onClick={() => onChange(own)}>
          {ownTimeZoneText(own)}
        </Button>
      )}
    </>
  );
}
