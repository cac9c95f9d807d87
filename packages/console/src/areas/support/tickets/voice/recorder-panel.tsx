import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerStopFilled, IconRefresh, IconSend2, IconTrash } from '@tabler/icons-react';
import { ticketLimits } from '@fairwatch/contract';
import { type Recorded, type RecordingState, Recording } from '@fairwatch/look/voice';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { lengthText } from '../../../../core/components/time/time-texts.ts';
import { useBlobUrl } from '../../../../core/content/use-blob-url.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { VoicePlayer } from './voice-player.tsx';
import classes from './voice.module.css';
import { Waveform } from './waveform.tsx';

interface RecorderPanelProps {
  send: (recorded: Recorded) => void;
  close: () => void;
}

/** Records a voice message, plays it back and sends it. Replaces the text box while it is open. */
export function RecorderPanel({ send, close }: RecorderPanelProps) {
  const [recording, setRecording] = useState(createVoiceMessage);
  useEffect(() => {
    void recording.start();
    return () => recording.cancel();
  }, [recording]);
  const state = useSyncExternalStore(recording.subscribe, recording.getState);
  return (
    <Stack gap="sm" px="md" py="sm">
      <Stage state={state} />
      <Buttons
        state={state}
        stop={() => recording.stop()}
        again={() => setRecording(createVoiceMessage())}
        {...{ send, close }}
      />
    </Stack>
  );
}

function Stage({ state }: { state: RecordingState }) {
  const { t } = useTicketTexts();
  switch (state.phase) {
    case 'recording':
      return (
        <Group gap="0.5rem 0.75rem" mih="2.5rem">
          <span className={classes.mark} aria-hidden />
          <output>{t('voice.recording')}</output>
          <div className={classes.meter}>
            <Waveform peaks={padLevels(state.levels)} count={meterBars} played={1} />
          </div>
          <span className="fw-note fw-figures">
            {lengthText(state.elapsedMs)} {t('voice.limit', { time: lengthText(ticketLimits.voiceMaxMs) })}
          </span>
        </Group>
      );
    case 'recorded':
      return (
        <Stack gap={6} fz="sm">
          <output>
            {state.full ? t('voice.full', { count: ticketLimits.voiceMaxMs / 60_000 }) : t('voice.review')}
          </output>
          <Preview recorded={state.recorded} />
        </Stack>
      );
    case 'failed':
      return (
        <p data-tone="bad" role="alert">
          {t(`voice.${state.problem}`)}
        </p>
      );
    default:
      return <output data-tone="muted">{t(`voice.${state.phase}`)}</output>;
  }
}

const meterBars = 48;

/** Pads the levels on the left, so that the newest is always at the right edge. */
function padLevels(levels: readonly number[]): number[] {
  return [...Array.from({ length: Math.max(0, meterBars - levels.length) }, () => 0), ...levels];
}

function Preview({ recorded: { blob, durationMs, peaks } }: { recorded: Recorded }) {
  return <VoicePlayer src={useBlobUrl(blob)} durationMs={durationMs} peaks={peaks} />;
}

interface ButtonsProps extends RecorderPanelProps {
  state: RecordingState;
  stop: () => void;
  again: () => void;
}

function Buttons({ state, stop, again, send, close }: ButtonsProps) {
  const { t } = useTicketTexts();
  const isEnded = state.phase === 'recorded' || state.phase === 'failed';
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={close}>
        {t('voice.discard')}
      </Button>
      {isEnded && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={again}>
          {t('voice.again')}
        </Button>
      )}
      {state.phase === 'recording' && (
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next action; the button that had the focus is gone
          autoFocus
          leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
          onClick={stop}
        >
          {t('voice.stop')}
        </Button>
      )}
      {state.phase === 'recorded' && (
        <Button leftSection={<IconSend2 size={16} aria-hidden />} onClick={() => send(state.recorded)}>
          {t('voice.send')}
        </Button>
      )}
    </Group>
  );
}

const { voiceMaxMs, peaks } = ticketLimits;

/** A recording with the limits of ticket messages. */
export function createVoiceMessage(): Recording {
  return new Recording({ maxMs: voiceMaxMs, peaks });
}
