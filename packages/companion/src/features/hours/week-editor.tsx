import {
  spanBeginnings,
  spanEndings,
  spansPerDay,
  usualSpan,
  weekDays,
  type DaySpan,
  type WeekDay,
} from '@fairwatch/contract';
import { dayAfter, type HoursDraft, hoursWords, isOvernight, weekDayName } from '@fairwatch/device/words';
import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { IconPlus, IconX } from '@tabler/icons-react';
import { SwitchRow } from '../../core/components/switch-row.tsx';
import classes from './week-editor.module.css';

interface WeekEditorProps {
  days: HoursDraft['days'];
  onChange: (days: HoursDraft['days']) => void;
}

/** The seven days, each with up to two times. */
export function WeekEditor({ days, onChange }: WeekEditorProps) {
  return (
    <ul className={classes.week}>
      {weekDays.map((day) => (
        <DayRow key={day} day={day} spans={days[day]} onChange={(spans) => onChange({ ...days, [day]: spans })} />
      ))}
    </ul>
  );
}

interface DayRowProps {
  day: WeekDay;
  spans: readonly DaySpan[];
  onChange: (spans: readonly DaySpan[]) => void;
}

function DayRow({ day, spans, onChange }: DayRowProps) {
  const name = weekDayName(day);
  const isOn = spans.length > 0;
  return (
    <li className={classes.day}>
      <SwitchRow label={name} isOn={isOn} onChange={(on) => onChange(on ? [usualSpan] : [])} />
      {spans.map((span, place) => (
        <SpanFields
          // oxlint-disable-next-line react/no-array-index-key -- two at most, which never change places
          key={place}
          day={day}
          which={spans.length > 1 ? place + 1 : null}
          span={span}
          onChange={(part) => onChange(spans.map((each, other) => (other === place ? { ...each, ...part } : each)))}
          onRemove={spans.length > 1 ? () => onChange(spans.filter((_, other) => other !== place)) : null}
        />
      ))}
      {isOn && spans.length < spansPerDay && (
        <Button
          size="sm"
          mih={44}
          variant="subtle"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={hoursWords('addMoreOn', { day: name })}
          onClick={() => onChange([...spans, laterSpan(spans)])}
        >
          {hoursWords('addMore')}
        </Button>
      )}
    </li>
  );
}

/** Proposes a second time after the first, if the day has room for it. */
function laterSpan(spans: readonly DaySpan[]): DaySpan {
  const end = spans.at(-1)?.to ?? usualSpan.to;
  const from = spanBeginnings.find((each) => each > end) ?? '00:00';
  return { from, to: spanEndings.find((each) => each > from) ?? '24:00' };
}

interface SpanFieldsProps {
  day: WeekDay;
  /** The number of the time for its label; null when it is the only one. */
  which: number | null;
  span: DaySpan;
  onChange: (part: Partial<DaySpan>) => void;
  onRemove: (() => void) | null;
}

function SpanFields({ day, which, span, onChange, onRemove }: SpanFieldsProps) {
  const name = which === null ? weekDayName(day) : hoursWords('time', { day: weekDayName(day), which });
  return (
    <div className={classes.span}>
      <NativeSelect
        size="md"
        aria-label={hoursWords('from', { name })}
        data={spanBeginnings}
        value={span.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      {hoursWords('between')}
      <NativeSelect
        size="md"
        aria-label={hoursWords('to', { name })}
        data={spanEndings}
        value={span.to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      {onRemove && (
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={hoursWords('remove', { name })}
          onClick={onRemove}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      {isOvernight(span) && (
        <Text c="dimmed" size="sm" className={classes.hint}>
          {hoursWords('endsOn', { day: weekDayName(dayAfter(day)) })}
        </Text>
      )}
    </div>
  );
}
