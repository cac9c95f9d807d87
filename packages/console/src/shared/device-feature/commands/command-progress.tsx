import { commandState, type Command, type DeviceSummary } from '@fairwatch/contract';
import { Group, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { CancelCommand } from './cancel-command.tsx';
import { commandTypeText, endOf } from './command-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useWaitingText } from './use-waiting-text.ts';
import type { FeatureCommands } from './use-commands.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface CommandProgressProps {
  commands: FeatureCommands;
  /** The command type of the page's own feature. */
  own: Command['commandTypeEnum'];
  deviceId: number;
  /** Null while it is loading. */
  device: DeviceSummary | null;
  /** The text while the device sends the page's own data; a generic one by default. */
  receiving?: string;
}

/**
 * One line with the age of the data, or the state of the running command. Screen readers announce changes of the text, but not each
 * percent.
 */
export function CommandProgress(props: CommandProgressProps) {
  const { open } = props.commands;
  return (
    <Group component="span" gap={6}>
      <Group component="output" wrap="nowrap" gap={6}>
        {open ? <OpenCommand {...props} open={open} /> : <Freshness {...props.commands} device={props.device} />}
      </Group>
      {open?.stepType === 'RUNNING' && open.progress !== null && <ProgressBar percent={open.progress} />}
      {open && <CancelCommand command={open} deviceId={props.deviceId} />}
    </Group>
  );
}

function OpenCommand({ open, own, device, receiving }: CommandProgressProps & { open: Command }) {
  const { t } = useDeviceFeatureTexts();
  const waitingText = useWaitingText(device);
  const waits = waitingText(open);
  const isOwn = open.commandTypeEnum === own;
  return (
    <>
      <Loader size={14} aria-hidden flex="none" />
      {!isOwn && t('busy', { command: commandTypeText(open.commandTypeEnum) })}
      {!isOwn && waits !== null && ' '}
      {waits ?? (isOwn && (receiving || t('receiving')))}
    </>
  );
}

function Freshness({ newest, newestDone, known, device }: FeatureCommands & { device: DeviceSummary | null }) {
  const { t } = useDeviceFeatureTexts();
  if (!known) return null;
  const state = newest && commandState(newest);
  if (newest && state === 'FAILED') return <Failure command={newest} text="failed" />;
  if (newest && state === 'EXPIRED') return <Failure command={newest} text="expired" />;
  if (newest && state === 'DECLINED') return <Timed text="declined" command={newest} device={device} />;
  if (newest && state === 'UNANSWERED') return <Timed text="unanswered" command={newest} device={device} />;
  if (newestDone === null) return t('neverUpdated');
  return <Timed text="lastUpdated" command={newestDone} />;
}

function Failure({ command, text }: { command: Command; text: 'failed' | 'expired' }): ReactNode {
  return (
    <Group component="span" wrap="nowrap" gap={6} data-tone="bad">
      <IconAlertTriangle size={14} aria-hidden />
      <Timed text={text} command={command} />
    </Group>
  );
}

interface TimedProps {
  text: 'lastUpdated' | 'failed' | 'expired' | 'declined' | 'unanswered';
  command: Command;
  device?: DeviceSummary | null;
}

/** A text that contains the time at which the command ended. */
function Timed({ text, command, device = null }: TimedProps) {
  const { t } = useDeviceFeatureTexts();
  const person = device?.displayName ?? t('thePerson');
  const words = t(text, { reason: command.errorDetails ?? t('unknownReason'), person });
  return <TimedText words={words} at={endOf(command)} />;
}
