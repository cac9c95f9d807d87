import { errorText, limits } from '@fairwatch/contract';
import { useId, type Ref } from 'react';
import classes from './recorder.module.css';
import { readSeconds } from './seconds.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

const { minSeconds: min, maxSeconds: max } = limits.recording;

interface SecondsFieldProps {
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** How long to record: to drag, or to type. What is out of bounds stays as it was typed and says why it will not do. */
export function SecondsField({ value, onChange, ref }: SecondsFieldProps) {
  const { t } = useCaptureTexts();
  const id = useId();
  const errorId = useId();
  const seconds = readSeconds(value);
  const wrong = seconds === null;
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
          aria-invalid={wrong}
          aria-describedby={wrong ? errorId : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {wrong && (
        <p id={errorId} className={classes.error} role="alert">
          {errorText('recording_duration')}
        </p>
      )}
    </div>
  );
}
