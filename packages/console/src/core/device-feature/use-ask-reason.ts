import { beginningText, errorText, refusalOf, type CommandType, type DeviceSummary } from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';
import { useCan, type Guarded } from '../components/can.tsx';
import { useNow } from '../components/use-now.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

export interface Circumstances {
  /** What the list of it answered; what refuses reading would refuse asking as well. */
  error: Error | null;
  /** The device has a command that it has not finished. */
  pending: boolean;
  /** The device, where a command of it is asked for; null while it is not known. What is no command is not concerned. */
  asks?: { device: DeviceSummary | null; command: CommandType };
}

const refusals: readonly (string | undefined)[] = [
  'consent_missing',
  'device_paused',
  'device_held',
  'device_not_found',
  'device_left',
];

/** Why a device cannot be asked for something now, or null. The server decides; this only saves a refusal. */
export function useAskReason(use: Guarded, { error, pending, asks }: Circumstances): string | null {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(use);
  const device = asks?.device ?? null;
  const time = beginningText(device?.hours ?? null, useNow());
  if (!allowed) return t('readOnly');
  const notOffered = asks && device && refusalOf(device.offers, asks.command);
  // What its client cannot do helps nobody to know why it is not shared.
  if (notOffered) return notOffered;
  if (error instanceof ApiError && refusals.includes(error.code)) return error.message;
  if (device?.noticeShown === false) return errorText('notice_not_shown');
  if (time !== '') return errorText('outside_hours', { time });
  return pending ? errorText('commands_pending') : null;
}
