import { captureStateText, captureTitle, captureWords } from '@fairwatch/device/words';
import { Button, Text, Title } from '@mantine/core';
import { IconCamera, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react';
import { Preview } from '../../core/camera/preview.tsx';
import { Reason } from '../../core/components/reason.tsx';
import { Spoken } from '../../core/components/spoken.tsx';
import { Stage, WholeScreen } from '../../core/whole-screen/whole-screen.tsx';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import type { CaptureOnScreen } from '../../core/live/live-state.ts';
import classes from './capture.module.css';
import { t } from './capture.texts.ts';

/** A capture in full screen, and afterwards the note of what was sent and to whom. */
export function CaptureView() {
  const capture = useLive((live) => live.capture);
  return capture === null ? <Notes /> : <Running capture={capture} />;
}

function Running({ capture }: { capture: CaptureOnScreen }) {
  const { what, reason, duty, phase, preview, isMirrored, stop, hide } = capture;
  return (
    <WholeScreen label={captureTitle(capture)} onEscape={phase === 'SENDING' ? hide : stop}>
      <header className={classes.head}>
        <Title order={1}>{captureTitle(capture)}</Title>
        <Reason reason={reason} />
        {duty !== null && <Text fw={600}>{duty}</Text>}
      </header>
      <Stage secondsLeft={phase === 'COUNTDOWN' ? capture.secondsLeft : null}>
        {preview === null ? <Placeholder what={what} /> : <Preview stream={preview} isMirrored={isMirrored} />}
      </Stage>
      <p className={classes.state} data-recording={phase === 'RECORDING' || undefined} aria-hidden>
        {captureStateText(capture, t('opening'))}
      </p>
      <Spoken>{spokenText(capture)}</Spoken>
      {phase === 'SENDING' ? (
        <Button size="xl" variant="default" fullWidth onClick={hide}>
          {t('goOn')}
        </Button>
      ) : (
        <Button
          size="xl"
          color="red.8"
          fullWidth
          leftSection={<IconPlayerStopFilled aria-hidden />}
          onClick={stop}
          data-autofocus
        >
          {captureWords('stop')}
        </Button>
      )}
    </WholeScreen>
  );
}

/** What was sent and to whom, until the person has read it. */
function Notes() {
  const { live } = useCompanion();
  const notes = useLive((state) => state.captureNotes);
  const close = () => live.set({ captureNotes: [] });
  return (
    <WholeScreen label={t('after')} onEscape={close}>
      <div className={classes.notes}>
        <Title order={1}>{captureWords('over')}</Title>
        {notes.map((note) => (
          <Text key={note} component="output">
            {note}
          </Text>
        ))}
        <Text c="dimmed" size="sm">
          {captureWords('off')}
        </Text>
      </div>
      <Button size="xl" fullWidth onClick={close} data-autofocus>
        {captureWords('ok')}
      </Button>
    </WholeScreen>
  );
}

function Placeholder({ what }: { what: string }) {
  const Sign = what.includes('voice') ? IconMicrophone : IconCamera;
  return <Sign className={classes.placeholder} size={96} stroke={1.25} aria-hidden />;
}

/** The text for screen readers, which changes with the phase and not each second. */
function spokenText({ phase, seconds }: CaptureOnScreen): string {
  switch (phase) {
    case 'OPENING':
      return t('opening');
    case 'COUNTDOWN':
      return t('spoken.countdown');
    case 'RECORDING':
      return seconds === null ? t('spoken.photo') : t('spoken.recording', { count: seconds });
    case 'SENDING':
      return t('spoken.sending');
  }
}
