import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { serverErrorText } from '../../core/api/server-error-text.ts';
import { Box, Group, TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './recorder.module.css';
import { useCaptureTexts } from './use-capture-texts.ts';

const { minSeconds: min, maxSeconds: max } = limits.recording;

/** The typed number of seconds; null when it is no number or out of bounds. */
export function readSeconds(text: string): number | null {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(seconds) && seconds >= min && seconds <= max ? seconds : null;
}

interface SecondsFieldProps {
  /** The typed text. */
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** The length of a recording, as a slider and a number field. A value out of bounds stays as it was typed, with an error. */
export function SecondsField({ value, onChange, ref }: SecondsFieldProps) {
  const { t } = useCaptureTexts();
  const seconds = readSeconds(value);
  const besideSlider = (number: ReactNode) => (
    <Group wrap="nowrap" gap="sm">
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
      <Box w={72}>{number}</Box>
    </Group>
  );
  return (
    <TextInput
      ref={ref}
      className={classes.field}
      label={
        <>
          {t('seconds.label')} <span data-tone="muted">{t('seconds.bounds', { min, max })}</span>
        </>
      }
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={value}
      error={seconds === null && serverErrorText('recording_duration')}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      inputContainer={besideSlider}
    />
  );
}
