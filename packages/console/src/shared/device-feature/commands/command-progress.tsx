import type { Command, DeviceStatus } from '@fairwatch/contract';
import { Group, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { CancelCommand } from './cancel-command.tsx';
import { commandTypeText, endOf } from './command-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { FeatureCommands } from './use-commands.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface CommandProgressProps {
  commands: FeatureCommands;
  /** The command type of the page's own feature. */
  own: Command['commandTypeEnum'];
  deviceId: number;
  /** Undefined while it is loading. */
  status: DeviceStatus | undefined;
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
        {open ? <OpenCommand {...props} open={open} /> : <Freshness {...props.commands} />}
      </Group>
      {open && open.progress !== null && <ProgressBar percent={open.progress} />}
      {open && <CancelCommand command={open} deviceId={props.deviceId} />}
    </Group>
  );
}

function OpenCommand({ open, own, status, receiving }: CommandProgressProps & { open: Command }) {
  const { t } = useDeviceFeatureTexts();
  const text = () => {
    if (open.commandTypeEnum !== own) return t('busy', { command: commandTypeText(open.commandTypeEnum) });
    if (open.stepType === 'RUNNING') return receiving || t('receiving');
    return t(status === 'Offline' || status === 'Reachable' ? `waiting${status}` : 'waiting');
  };
  return (
    <>
      <Loader size={14} aria-hidden flex="none" />
      {text()}
    </>
  );
}

function Freshness({ newest, newestDone, known }: FeatureCommands) {
  const { t } = useDeviceFeatureTexts();
  if (!known) return null;
  if (newest?.stepType === 'FAILED') return <Failure command={newest} text="failed" />;
  if (newest?.stepType === 'EXPIRED') return <Failure command={newest} text="expired" />;
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

/** A text that contains the time at which the command ended. */
function Timed({ text, command }: { text: 'lastUpdated' | 'failed' | 'expired'; command: Command }) {
  const { t } = useDeviceFeatureTexts();
  return <TimedText words={t(text, { reason: command.errorDetails ?? t('unknownReason') })} at={endOf(command)} />;
}
