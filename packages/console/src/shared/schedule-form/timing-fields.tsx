import { ownZone, previewSchedule, weekDays, type ScheduleTiming } from '@fairwatch/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import { Boxes } from '../../core/forms/boxes.tsx';
import parts from '../../core/forms/form-parts.module.css';
import { Problem } from '../../core/forms/problem.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { timingOf } from './schedule-draft.ts';
import type { FieldsProps } from './schedule-draft.ts';
import { useScheduleTexts } from './use-schedule-texts.ts';

const repeats = ['INTERVAL', 'DAY', 'WEEK'] as const;
const units = ['minutes', 'hours'] as const;

/** When a schedule starts its runs, with the next times as the server counts them. */
export function TimingFields(props: FieldsProps) {
  const { t } = useScheduleTexts();
  const { draft, change, problems } = props;
  return (
    <div className={parts.part}>
      <ChoiceField
        label={t('every')}
        options={repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))}
        value={draft.every}
        onChange={(every) => change({ every })}
      />
      {draft.every === 'INTERVAL' && <IntervalFields {...props} />}
      {draft.every === 'WEEK' && <DayBoxes {...props} />}
      {draft.every !== 'INTERVAL' && <TimeFields {...props} />}
      <div className={parts.pair}>
        {(['from', 'until'] as const).map((bound) => (
          <TextInput
            key={bound}
            name={bound}
            type="datetime-local"
            label={t(bound)}
            value={draft[bound]}
            error={bound === 'until' && problems.includes('until') && t('untilWrong')}
            onChange={(event) => change({ [bound]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={parts.hint}>{t('bounds')}</p>
      <Preview timing={timingOf(draft)} />
    </div>
  );
}

function IntervalFields({ draft, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  return (
    <div className={parts.pair}>
      <TextInput
        name="amount"
        type="number"
        inputMode="numeric"
        min={1}
        label={t('amount')}
        value={draft.amount}
        error={problems.includes('amount') && t('amountWrong')}
        onChange={(event) => change({ amount: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('unit')}
        data={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        value={draft.unit}
        onChange={({ currentTarget }) =>
          change({ unit: units.find((unit) => unit === currentTarget.value) ?? draft.unit })
        }
      />
    </div>
  );
}

function DayBoxes({ draft: { days }, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  return (
    <fieldset className={parts.set}>
      <legend>{t('days')}</legend>
      <Boxes
        name="days"
        inline
        options={weekDays.map((value) => ({ value, label: t(`day.${value}`) }))}
        chosen={days}
        onChange={(chosen) => change({ days: chosen })}
      />
      {problems.includes('days') && <Problem text={t('daysMissing')} />}
    </fieldset>
  );
}

function TimeFields({ draft, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  const known = [ownZone(), ...(draft.zone === 'DEVICE' ? [] : [draft.zone]), 'UTC'];
  const zones = [...new Set([...known, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <div className={parts.pair}>
      <TextInput
        name="time"
        type="time"
        label={t('time')}
        value={draft.time}
        error={problems.includes('time') && t('timeMissing')}
        // Some browsers add seconds.
        onChange={(event) => change({ time: event.currentTarget.value.slice(0, 5) })}
      />
      <NativeSelect
        name="zone"
        label={t('zone')}
        data={[{ value: 'DEVICE', label: t('deviceZone') }, ...zones.map((value) => ({ value, label: value }))]}
        value={draft.zone}
        onChange={({ currentTarget }) => change({ zone: currentTarget.value })}
      />
    </div>
  );
}

function Preview({ timing }: { timing: ScheduleTiming | null }) {
  const { t } = useScheduleTexts();
  const { data, error } = useQuery({
    ...query(previewSchedule, { timing: timing ?? nothing }),
    enabled: timing !== null,
    placeholderData: keepPreviousData,
  });
  const zone = timing === null || timing.every === 'INTERVAL' ? ownZone() : timing.fallbackZone;
  const style = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const clock = new Intl.DateTimeFormat(currentLanguage(), { ...style, timeZone: zone, timeZoneName: 'short' });
  return (
    <section className={parts.preview} aria-label={t('next')} aria-live="polite">
      {timing === null && <p className={parts.hint}>{t('notYet')}</p>}
      {timing !== null && error && !data && <Problem text={error.message} />}
      {timing !== null && data && (
        <>
          <strong>{data.data.when}</strong>
          {data.data.next.length === 0 && <p className={parts.hint}>{t('over')}</p>}
          <ol>
            {data.data.next.map((at) => (
              <li key={at}>
                <time dateTime={at}>{clock.format(new Date(at))}</time>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Stands in for a timing while the query is off. */
const nothing: ScheduleTiming = { every: 'INTERVAL', minutes: 60, from: null, until: null };
