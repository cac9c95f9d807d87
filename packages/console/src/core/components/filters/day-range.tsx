import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import classes from './filters.module.css';
import type { Days } from '../time/days.ts';
import { useComponentTexts } from '../use-component-texts.ts';

interface DayRangeProps {
  days: Days;
  onChange: (change: Days) => void;
}

/** Filters a list by a range of days, with the browser's date picker. */
export function DayRange({ days: { from = '', to = '' }, onChange }: DayRangeProps) {
  const { t } = useComponentTexts();
  return (
    <span className={classes.days}>
      <DayInput label={t('filter.from')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <span aria-hidden>–</span>
      <DayInput label={t('filter.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </span>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string | undefined) => void;
}

function DayInput({ label, value, onChange, ...limits }: DayInputProps) {
  return (
    <TextInput
      type="date"
      className={classes.day}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      {...limits}
    />
  );
}
