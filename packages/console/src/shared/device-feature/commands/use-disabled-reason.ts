import { beginningText, refusalOf, type Command, type CommandType, type DeviceSummary } from '@fairwatch/contract';
import { serverErrorText } from '../../../core/api/server-error-text.ts';
import { ApiError } from '../../../core/api/api-error.ts';
import { useCan, type Guarded } from '../../../core/components/can.tsx';
import { useNow } from '../../../core/components/time/use-now.ts';
import { commandTypeText } from './command-texts.ts';
import { useWaitingText } from './use-waiting-text.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

export interface Circumstances {
  /** The error of the list: a refusal to read also applies to commands. */
  error: Error | null;
  /** The unfinished command of the device; null when there is none. */
  open: Command | null;
  /** The command to send and its device, which is null while it is loading. Left out for actions that send no command. */
  asks?: { device: DeviceSummary | null; command: CommandType };
}

const refusals: readonly (string | undefined)[] = [
  'consent_missing',
  'device_paused',
  'device_held',
  'device_not_found',
  'device_left',
];

/** Why a command cannot be sent now, or null. The server decides; this only avoids requests that it would refuse. */
export function useDisabledReason(use: Guarded, { error, open, asks }: Circumstances): string | null {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(use);
  const waitingText = useWaitingText(asks?.device ?? null);
  const device = asks?.device ?? null;
  const time = beginningText(device?.hours ?? null, useNow());
  if (!allowed) return t('readOnly');
  const notOffered = asks && device && refusalOf(device.offers, asks.command);
  // Comes first: for a command that the client cannot carry out, the consent does not matter.
  if (notOffered) return notOffered;
  if (error instanceof ApiError && refusals.includes(error.code)) return error.message;
  if (device?.noticeShown === false) return serverErrorText('notice_not_shown');
  if (time !== '') return serverErrorText('outside_hours', { time });
  return open && (waitingText(open) ?? t('working', { command: commandTypeText(open.commandTypeEnum) }));
}
