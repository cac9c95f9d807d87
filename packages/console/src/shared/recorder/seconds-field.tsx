import '@mantine/core/styles/Input.layer.css';
import { errorText, limits } from '@fairwatch/contract';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, type Ref } from 'react';
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
  const id = useId();
  const errorId = useId();
  const seconds = readSeconds(value);
  const isInvalid = seconds === null;
  return (
    <Stack gap={6} align="flex-start" className={classes.field}>
      <Text component="label" size="sm" fw={600} lh="1.25rem" htmlFor={id}>
        {t('seconds.label')}{' '}
        <Text span inherit fw={400} c="dimmed">
          {t('seconds.bounds', { min, max })}
        </Text>
      </Text>
      <Group wrap="nowrap" gap="sm" w="100%">
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
        <TextInput
          ref={ref}
          id={id}
          w={72}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={value}
          error={isInvalid}
          aria-describedby={isInvalid ? errorId : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Group>
      {isInvalid && (
        <Text id={errorId} size="sm" role="alert" data-tone="bad">
          {errorText('recording_duration')}
        </Text>
      )}
    </Stack>
  );
}
