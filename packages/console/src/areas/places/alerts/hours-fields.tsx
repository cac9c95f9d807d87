import { spanBeginnings, spanEndings, weekDays } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { Boxes } from '../../../core/forms/boxes.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { HoursDraft } from './hours-draft.ts';

interface HoursFieldsProps {
  /** The accessible name of the group. */
  label: string;
  name: string;
  hours: HoursDraft;
  change: (hours: HoursDraft) => void;
  isWrong: boolean;
}

/** Days and the time from when until when, in the time zone of the hours. */
export function HoursFields({ label, name, hours, change, isWrong }: HoursFieldsProps) {
  const { t } = useTranslation('alerts');
  const set = (part: Partial<HoursDraft>) => change({ ...hours, ...part, stored: null });
  const { days, from, to, timeZone } = hours;
  return (
    <fieldset className={parts.set}>
      <legend>
        {label} ({timeZone})
      </legend>
      <Boxes
        name={name}
        inline
        options={weekDays.map((value) => ({ value, label: t(`form.day.${value}`) }))}
        chosen={days}
        onChange={(chosen) => set({ days: chosen })}
      />
      <div className={parts.pair}>
        <NativeSelect
          label={t('form.from')}
          data={spanBeginnings}
          value={from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <NativeSelect
          label={t('form.to')}
          data={spanEndings}
          value={to}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        />
      </div>
      {isWrong && <Problem text={t(days.length === 0 ? 'form.daysMissing' : 'form.hoursWrong')} />}
    </fieldset>
  );
}
