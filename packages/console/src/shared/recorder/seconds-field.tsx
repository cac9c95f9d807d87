import { errorText, limits } from '@fairwatch/contract';
import { useId, type Ref } from 'react';
import classes from './recorder.module.css';
import { readSeconds } from './seconds.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

const { minSeconds: min, maxSeconds: max } = limits.recording;

interface SecondsFieldProps {
  /** The typed text. */
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** The length of a recording, as a slider and a number field. A value out of bounds stays as it was typed, with an error. */
export function SecondsField({ value, onChange, ref }: SecondsFieldProps) {
  const { t } = useCaptureTexts();
  const id = useId();
  const errorId = useId();
  const seconds = readSeconds(value);
  const isInvalid = seconds === null;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {t('seconds.label')} <span className={classes.bounds}>{t('seconds.bounds', { min, max })}</span>
      </label>
      <div className={classes.seconds}>
        <input
          className={classes.slider}
          type="range"
          aria-label={t('seconds.slider')}
          aria-valuetext={t('seconds.short', { seconds: seconds ?? value })}
          min={min}
          max={max}
          value={seconds ?? Math.min(max, Math.max(min, Number(value) || min))}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          ref={ref}
          id={id}
          className={classes.number}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? errorId : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {isInvalid && (
        <p id={errorId} className={classes.error} role="alert">
          {errorText('recording_duration')}
        </p>
      )}
    </div>
  );
}
