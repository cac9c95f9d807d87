import { captureKinds, commandCatalogue, limits, type Camera } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import { ReasonButton } from '../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../core/components/page/refusal.tsx';
import { LiveState } from './live-state.tsx';
import classes from './recorder.module.css';
import { recorders } from './recorders.ts';
import { readSeconds, SecondsField } from './seconds-field.tsx';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

/** The controls of a recorder, a notice of what the person will see, and the progress of the device. */
export function RecorderPanel({ recorder }: { recorder: RecorderState }) {
  const { t } = useCaptureTexts();
  return (
    <section className={`fw-panel ${classes.panel}`} aria-label={t(`${recorder.kind}.title`)}>
      <div className={classes.parts}>
        <Controls recorder={recorder} />
        <LiveState recorder={recorder} />
        <WhatIsSeen kind={recorder.kind} />
      </div>
    </section>
  );
}

function Controls({ recorder }: { recorder: RecorderState }) {
  const { kind, device, start, sending, reason, refusal, waitsForCall } = recorder;
  const { t } = useCaptureTexts();
  const { icon: Icon, camera: hasCamera, seconds: hasSeconds } = recorders[kind];
  const [camera, setCamera] = useState<Camera>('BACK');
  const [typed, setTyped] = useState(String(limits.recording.minSeconds));
  const field = useRef<HTMLInputElement>(null);
  const begin = () => {
    const seconds = readSeconds(typed);
    if (seconds === null) field.current?.focus();
    else start({ camera, seconds });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null && !sending) begin();
  };
  return (
    // The browser's own validation messages would hide ours.
    <form className={classes.controls} noValidate onSubmit={onSubmit}>
      {hasCamera && (
        <ChoiceField
          label={t('camera.label')}
          options={(['FRONT', 'BACK'] as const).map((value) => ({ value, label: t(`camera.${value}`) }))}
          value={camera}
          onChange={setCamera}
        />
      )}
      {hasSeconds && <SecondsField ref={field} value={typed} onChange={setTyped} />}
      <div className={classes.start}>
        <ReasonButton leftSection={<Icon size={16} aria-hidden />} reason={reason} loading={sending} onClick={begin}>
          {t(`${kind}.start`)}
        </ReasonButton>
      </div>
      <Refusal words={refusal} />
      {waitsForCall && <Hint>{t('noCallYet')}</Hint>}
      {reason === null && device !== null && device.status !== 'Online' && (
        <Hint>{t(`away.${device.status}`, { minutes: commandCatalogue[captureKinds[kind]].deadlineMs / 60_000 })}</Hint>
      )}
    </form>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Text size="sm" w="100%" maw={704} data-tone="warn">
      {children}
    </Text>
  );
}

/** Explains what the person will see, because no capture is hidden from them. */
function WhatIsSeen({ kind }: Pick<RecorderState, 'kind'>) {
  const { t } = useCaptureTexts();
  return (
    <div className={classes.sees}>
      <Text component="h2" size="sm" fw={600}>
        {t('sees.title')}
      </Text>
      <ol className="fw-bullets">
        <li>{t('sees.countdown', { seconds: limits.recording.countdownSeconds })}</li>
        {kind === 'CALL' && <li>{t('sees.duty')}</li>}
        <li>{t(`${kind}.indicator`)}</li>
        <li>{t('sees.note')}</li>
      </ol>
    </div>
  );
}
