import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { loadDefaultHours, updateDefaultHours, type DefaultHours } from '@fairwatch/contract';
import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import texts from './default-hours.texts.json';
import { HoursOfWeek } from './hours-of-week.tsx';
import { draftOf, hoursOf, isInvalid, timeZones } from './hours-draft.ts';

addTexts('default-hours', texts);

/** The form for the sharing hours that new devices start with. */
export function DefaultHoursCard() {
  const { t } = useTranslation('default-hours');
  const { data, error, refetch } = useQuery(query(loadDefaultHours, {}));
  return (
    <Box mt="lg">
      <Card title={t('title')}>
        <Text size="sm" c="dimmed" mb="md" maw={720}>
          {t('hint')}
        </Text>
        {error && !data && <ErrorView error={error} retry={refetch} />}
        {data && <HoursForm key={data.data.changedAt} set={data.data} />}
      </Card>
    </Box>
  );
}

function HoursForm({ set }: { set: DefaultHours }) {
  const { t } = useTranslation('default-hours');
  const [limited, setLimited] = useState(set.hours !== null);
  const [draft, setDraft] = useState(() => draftOf(set.hours));
  const { mutateAsync, isPending } = useCall(updateDefaultHours);
  const hours = limited ? hoursOf(draft) : null;
  const changed = JSON.stringify(hours) !== JSON.stringify(set.hours && hoursOf(draftOf(set.hours)));
  useUnsavedChanges(changed);
  const wrong = limited && isInvalid(draft);
  const disabledReason = wrong ? t('wrong') : changed ? null : t('unchanged');
  const save = async () => {
    await toastPromise(mutateAsync({ hours })).catch(() => undefined);
    await invalidate(loadDefaultHours);
  };
  return (
    <>
      <Choice
        label={t('mode')}
        options={(['always', 'limited'] as const).map((value) => ({ value, label: t(value) }))}
        value={limited ? 'limited' : 'always'}
        onChange={(mode) => setLimited(mode === 'limited')}
      />
      {limited && (
        <>
          <HoursOfWeek days={draft.days} onChange={(days) => setDraft({ ...draft, days })} />
          <NativeSelect
            maw={320}
            label={t('timeZone')}
            data={timeZones(draft.timeZone)}
            value={draft.timeZone}
            onChange={({ currentTarget }) => setDraft({ ...draft, timeZone: currentTarget.value })}
          />
        </>
      )}
      <Group mt="md" gap="md">
        <ReasonButton
          reason={disabledReason}
          loading={isPending}
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {t('save')}
        </ReasonButton>
        {set.changedAt !== null && (
          <Text size="xs" c="dimmed">
            <TimedText words={t('changedBy', { name: set.changedBy })} at={set.changedAt} />
          </Text>
        )}
      </Group>
    </>
  );
}
