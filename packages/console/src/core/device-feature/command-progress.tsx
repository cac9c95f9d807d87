import type { Command, DeviceStatus } from '@fairwatch/contract';
import { Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimedText } from '../components/timed-text.tsx';
import { CancelCommand } from './cancel-command.tsx';
import classes from './command-progress.module.css';
import { commandTypeText, endOf } from './command-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { FeatureCommands } from './use-commands.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface CommandProgressProps {
  commands: FeatureCommands;
  /** The command type of the page's own feature. */
  own: Command['commandTypeEnum'];
  deviceId: number;
  /** Undefined while it is not known. */
  status: DeviceStatus | undefined;
  /** What is said while the page's own data comes, where there is more to say than that it does. */
  receiving?: string;
}

/**
 * One line on how fresh the data is, or what the running command is waiting for. Screen readers hear it change, but
 * not each percent.
 */
export function CommandProgress(props: CommandProgressProps) {
  const { open } = props.commands;
  return (
    <span className={classes.line}>
      <output className={classes.line}>
        {open ? <OpenCommand {...props} open={open} /> : <Freshness {...props.commands} />}
      </output>
      {open && open.progress !== null && <ProgressBar percent={open.progress} />}
      {open && <CancelCommand command={open} deviceId={props.deviceId} />}
    </span>
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
      <Loader size={14} aria-hidden className={classes.loader} />
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
    <span className={classes.failure}>
      <IconAlertTriangle size={14} aria-hidden />
      <Timed text={text} command={command} />
    </span>
  );
}

/** A text with the time of the command in its place. */
function Timed({ text, command }: { text: 'lastUpdated' | 'failed' | 'expired'; command: Command }) {
  const { t } = useDeviceFeatureTexts();
  return <TimedText words={t(text, { reason: command.errorDetails ?? t('unknownReason') })} at={endOf(command)} />;
}
