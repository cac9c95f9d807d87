import { captureWords, ticketWords } from '@fairwatch/device/words';
import { ticketLimits } from '@fairwatch/contract';
import { Recording, type Recorded, type RecordingState } from '@fairwatch/look/voice';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { useUnderWay } from '../../core/updates/under-way.ts';
import classes from './conversation.module.css';
import { lengthText } from './length-text.ts';
import { t } from './tickets.texts.ts';

const { voiceMaxMs, peaks } = ticketLimits;
const createRecording = () => new Recording({ maxMs: voiceMaxMs, peaks });

interface VoiceRecorderProps {
  onSend: (recorded: Recorded) => void;
  onClose: () => void;
}

/** Records a voice message, lets the person listen to it, and sends it. */
export function VoiceRecorder(props: VoiceRecorderProps) {
  useUnderWay(true);
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({ onSend, onClose, onAgain }: VoiceRecorderProps & { onAgain: () => void }) {
  const [recording] = useState(createRecording);
  const state = useSyncExternalStore(recording.subscribe, recording.getState);
  useEffect(() => {
    void recording.start();
    return () => recording.cancel();
  }, [recording]);
  const panel = useRef<HTMLElement>(null);
  const isReady = state.phase !== 'asking' && state.phase !== 'preparing';
  useEffect(() => {
    if (!isReady) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isReady]);
  const isOver = state.phase === 'recorded' || state.phase === 'failed';
  return (
    <section ref={panel} tabIndex={-1} className={classes.recorder} aria-label={ticketWords('voiceMessage')}>
      <Stage state={state} />
      <Group grow>
        <Button size="md" variant="default" onClick={onClose}>
          {t('discard')}
        </Button>
        {isOver && (
          <Button size="md" px="xs" variant="default" onClick={onAgain}>
            {t('voice.again')}
          </Button>
        )}
        {state.phase === 'recording' && (
          <Button size="md" onClick={() => recording.stop()}>
            {captureWords('stop')}
          </Button>
        )}
      </Group>
      {state.phase === 'recorded' && (
        <Button size="lg" onClick={() => onSend(state.recorded)}>
          {t('voice.send')}
        </Button>
      )}
    </section>
  );
}

function Stage({ state }: { state: RecordingState }) {
  switch (state.phase) {
    case 'recording':
      return (
        <>
          <Text component="output" display="block">
            {t('voice.recording')}
          </Text>
          <div className={classes.meter} aria-hidden>
            <div className={classes.level} style={{ width: `${state.levels.at(-1) ?? 0}%` }} />
          </div>
          <Text c="dimmed">
            {t('voice.length', { length: lengthText(state.elapsedMs), atMost: lengthText(voiceMaxMs) })}
          </Text>
        </>
      );
    case 'recorded':
      return (
        <>
          <Text component="output" display="block">
            {state.full ? t('voice.full', { length: lengthText(voiceMaxMs) }) : t('voice.listen')}
          </Text>
          <Preview blob={state.recorded.blob} />
        </>
      );
    case 'failed':
      return <Problem text={t(`voice.problem.${state.problem}`)} />;
    case 'asking':
      return (
        <Text component="output" display="block">
          {t('voice.asking')}
        </Text>
      );
    case 'preparing':
      return (
        <Text component="output" display="block">
          {t('voice.preparing')}
        </Text>
      );
  }
}

function Preview({ blob }: { blob: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- object URLs are created and revoked outside of React
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice message has no captions
  return <audio className={classes.player} controls src={url} aria-label={t('voice.own')} />;
}
