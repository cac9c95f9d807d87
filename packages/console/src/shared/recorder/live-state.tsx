import { captureKinds, commandState, type CaptureKind, type Command } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { clockText } from '../../core/components/time/moment-text.ts';
import { TimedText } from '../../core/components/time/timed-text.tsx';
import { CancelCommand } from '../device-feature/commands/cancel-command.tsx';
import { commandTypeText, endOf } from '../device-feature/commands/command-texts.ts';
import classes from './recorder.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { recorders } from './recorders.ts';
import { useCaptureTexts } from './use-capture-texts.ts';
import type { RecorderState } from './use-recorder.ts';

/** The stages of a request: it waits for the device and its person, who then see what is captured. */
const stages = ['ASKED', 'SEEN', 'COUNTDOWN', 'RECORDING', 'UPLOADING'] as const;
type Stage = (typeof stages)[number];

/** The current stage of an open command. One that runs is counted down first. */
function stageOf({ stepType, phase }: Pick<Command, 'stepType' | 'phase'>): Stage {
  if (stepType !== 'RUNNING') return phase === 'SEEN' ? 'SEEN' : 'ASKED';
  return phase === 'RECORDING' || phase === 'UPLOADING' ? phase : 'COUNTDOWN';
}

/** True for stages that take time. Taking a photo has no duration. */
function hasProgress(kind: CaptureKind, stage: Stage): boolean {
  return stage === 'UPLOADING' || (stage === 'RECORDING' && kind !== 'PHOTO');
}

type LiveRecorder = Pick<RecorderState, 'kind' | 'deviceId' | 'device' | 'commands' | 'secondsOf'>;

/** The progress of the open request, or the outcome of the last one. Screen readers announce each step, but not each second. */
export function LiveState({ recorder }: { recorder: LiveRecorder }) {
  const { open } = recorder.commands;
  const own = open !== null && open.commandTypeEnum === captureKinds[recorder.kind];
  // The pages of a camera show a live view, and its button, in a panel of its own.
  const isElsewhere = open?.commandTypeEnum === 'LIVE_VIEW' && recorders[recorder.kind].camera;
  return (
    <Group gap="0.75rem 2rem" className={classes.live} data-open={own || undefined}>
      {own && <Steps recorder={recorder} command={open} />}
      <Group gap="0.25rem 0.75rem">
        <output>
          {open === null ? <Outcome recorder={recorder} /> : <Now recorder={recorder} command={open} own={own} />}
        </output>
        {own && <Progress recorder={recorder} command={open} />}
        {open && !isElsewhere && <CancelCommand command={open} deviceId={recorder.deviceId} />}
      </Group>
    </Group>
  );
}

interface OpenProps {
  recorder: LiveRecorder;
  command: Command;
}

function Steps({ recorder: { kind }, command }: OpenProps) {
  const { t } = useCaptureTexts();
  const now = stages.indexOf(stageOf(command));
  const name = (stage: Stage) => t(stage === 'RECORDING' ? `${kind}.RECORDING` : `state.${stage}`);
  return (
    <Group component="ol" gap="0.375rem 1.75rem" aria-label={t('state.label')}>
      {stages.map((stage, place) => (
        <li
          key={stage}
          className={`fw-inline ${classes.step}`}
          data-done={place < now || undefined}
          data-stage={stage}
          aria-current={place === now ? 'step' : undefined}
        >
          <span className={classes.dot} aria-hidden>
            {place < now && <IconCheck size={12} stroke={3} />}
          </span>
          {name(stage)}
        </li>
      ))}
    </Group>
  );
}

function Now({ recorder: { kind, device }, command, own }: OpenProps & { own: boolean }) {
  const { t } = useCaptureTexts();
  if (!own) return t('busy', { command: commandTypeText(command.commandTypeEnum) });
  const stage = stageOf(command);
  if (stage === 'RECORDING') return t(`${kind}.recordingNow`);
  if (command.stepType === 'RUNNING') return t(command.phase === null ? 'now.BEGINNING' : `now.${stage}`);
  const until = clockText(new Date(command.expiresAt), currentLanguage());
  const person = device?.displayName ?? t('thePerson');
  if (stage === 'SEEN') return t('now.SEEN', { person, until });
  if (command.phase === 'ASKING') return t('now.ASKING', { person, until });
  const status = device?.status ?? 'Online';
  return status === 'Online' ? t('now.ASKED') : t(`now.away.${status}`, { until });
}

/** Shows seconds when the requested length is known, and the device's percentage otherwise. */
function Progress({ recorder: { kind, secondsOf }, command: { id, progress, ...command } }: OpenProps) {
  const { t } = useCaptureTexts();
  const stage = stageOf(command);
  if (!hasProgress(kind, stage) || progress === null) return null;
  const recording = stage === 'RECORDING';
  const seconds = recording ? secondsOf(id) : null;
  const elapsed = seconds === null ? null : Math.round((progress / 100) * seconds);
  return (
    <Group component="span" wrap="nowrap" gap="xs" fz="sm">
      <progress
        className={classes.bar}
        value={progress}
        max={100}
        aria-label={t(recording ? 'elapsed.recording' : 'elapsed.uploading')}
      />
      <span>{elapsed === null ? `${progress} %` : t('elapsed.known', { elapsed, seconds })}</span>
    </Group>
  );
}

const endTexts = {
  DECLINED: 'declined',
  FAILED: 'failed',
  EXPIRED: 'expired',
  UNANSWERED: 'unanswered',
  CANCELLED: 'cancelled',
} as const;

function Outcome({ recorder: { kind, commands, device } }: { recorder: LiveRecorder }) {
  const { t } = useCaptureTexts();
  const { newest, known } = commands;
  if (!known) return null;
  if (newest === null) return t(`${kind}.never`);
  const state = commandState(newest);
  if (!Object.hasOwn(endTexts, state)) return <TimedText words={t(`${kind}.done`)} at={endOf(newest)} />;
  const words = t(endTexts[state as keyof typeof endTexts], {
    reason: newest.errorDetails ?? t('unknownReason'),
    person: device?.displayName ?? t('thePerson'),
  });
  const isFailure = state === 'FAILED' || state === 'EXPIRED';
  return (
    <span className="fw-inline" data-tone={isFailure ? 'bad' : undefined}>
      {isFailure && <IconAlertTriangle size={14} aria-hidden />}
      <TimedText words={words} at={endOf(newest)} />
    </span>
  );
}
