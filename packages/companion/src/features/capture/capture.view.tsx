import { captureStateText, captureTitle, captureWords } from '@fairwatch/device/words';
import { Button, Text, Title } from '@mantine/core';
import { IconCamera, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Reason } from '../../core/components/reason.tsx';
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
      <div className={classes.stage}>
        {preview === null ? <Placeholder what={what} /> : <Preview stream={preview} isMirrored={isMirrored} />}
        {phase === 'COUNTDOWN' && (
          <span className={classes.countdown} key={capture.secondsLeft} aria-hidden>
            {capture.secondsLeft}
          </span>
        )}
      </div>
      <p className={classes.state} data-recording={phase === 'RECORDING' || undefined} aria-hidden>
        {captureStateText(capture, t('opening'))}
      </p>
      <output className={classes.spoken}>{spokenText(capture)}</output>
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

/** A modal `<dialog>`: it is above everything, and the page behind it is inert. */
function WholeScreen({ label, onEscape, children }: { label: string; onEscape: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.screen}
      aria-label={label}
      onCancel={(event) => {
        // Escape must not close the dialog before the capture is over.
        event.preventDefault();
        onEscape();
      }}
    >
      {children}
    </dialog>
  );
}

function Preview({ stream, isMirrored }: { stream: MediaStream; isMirrored: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    // If the preview cannot play it shows the first frame; the recording does not depend on it.
    element.play().catch(() => undefined);
    return () => void (element.srcObject = null);
  }, [stream]);
  return (
    <video
      ref={video}
      className={classes.preview}
      data-mirrored={isMirrored || undefined}
      aria-label={t('preview')}
      muted
      playsInline
    />
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
