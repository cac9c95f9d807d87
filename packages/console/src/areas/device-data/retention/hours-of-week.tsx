import {
  spanBeginnings,
  spanEndings,
  spansPerDay,
  usualSpan,
  weekDays,
  type DaySpan,
  type WeekDay,
} from '@fairwatch/contract';
import { Box, Group, NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './retention.module.css';
import type { HoursDraft } from './hours-draft.ts';

interface HoursOfWeekProps {
  days: HoursDraft['days'];
  onChange: (days: HoursDraft['days']) => void;
}

/** The seven days, each with its times. */
export function HoursOfWeek({ days, onChange }: HoursOfWeekProps) {
  return (
    <Box component="ul" className="fw-lines" maw={704} my="md">
      {weekDays.map((day) => (
        <DayRow key={day} day={day} spans={days[day]} onChange={(spans) => onChange({ ...days, [day]: spans })} />
      ))}
    </Box>
  );
}

interface DayRowProps {
  day: WeekDay;
  spans: readonly DaySpan[];
  onChange: (spans: readonly DaySpan[]) => void;
}

function DayRow({ day, spans, onChange }: DayRowProps) {
  const { t } = useTranslation('default-hours');
  const name = t(`days.${day}`);
  return (
    <li className={classes.day}>
      <label className="fw-check">
        <input
          type="checkbox"
          checked={spans.length > 0}
          onChange={() => onChange(spans.length > 0 ? [] : [usualSpan])}
        />
        <strong>{name}</strong>
      </label>
      <Group gap="0.375rem 1rem">
        {spans.length === 0 && <span data-tone="muted">{t('free')}</span>}
        {spans.map((span, place) => (
          <SpanFields
            // oxlint-disable-next-line react/no-array-index-key -- two at most, which never change places
            key={place}
            name={name}
            span={span}
            onChange={(part) =>
              onChange(spans.map((each, other) => (other === place ? Object.assign({}, each, part) : each)))
            }
            onRemove={place === 0 ? null : () => onChange(spans.slice(0, place))}
          />
        ))}
        {spans.length > 0 && spans.length < spansPerDay && (
          <RowAction
            icon={IconPlus}
            label={t('add', { day: name })}
            onClick={() => onChange([...spans, { from: spans[0]?.to ?? usualSpan.to, to: '24:00' }])}
          />
        )}
      </Group>
    </li>
  );
}

interface SpanFieldsProps {
  name: string;
  span: DaySpan;
  onChange: (part: Partial<DaySpan>) => void;
  onRemove: (() => void) | null;
}

function SpanFields({ name, span: { from, to }, onChange, onRemove }: SpanFieldsProps) {
  const { t } = useTranslation('default-hours');
  return (
    <Group component="span" gap="xs" className={classes.span} data-wrong={from >= to || undefined}>
      <NativeSelect
        aria-label={t('from', { day: name })}
        data={spanBeginnings}
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      {t('until')}
      <NativeSelect
        aria-label={t('to', { day: name })}
        aria-invalid={from >= to || undefined}
        data={spanEndings}
        value={to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      {onRemove && <RowAction icon={IconX} label={t('remove', { day: name })} onClick={onRemove} />}
    </Group>
  );
}
