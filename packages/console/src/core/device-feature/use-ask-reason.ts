import { beginningText, errorText, type SharingHours } from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';
import { useCan, type Guarded } from '../components/can.tsx';
import { useNow } from '../components/use-now.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

export interface Circumstances {
  /** What the list of it answered; what refuses reading would refuse asking as well. */
  error: Error | null;
  /** The device has a command that it has not finished. */
  pending: boolean;
  /** In which hours the person shares, for what is collected of them; null for any hour. */
  hours?: SharingHours | null;
}

const refusals: readonly (string | undefined)[] = [
  'consent_missing',
  'device_paused',
  'device_held',
  'device_not_found',
];

/** Why a device cannot be asked for something now, or null. The server decides; this only saves a refusal. */
export function useAskReason(use: Guarded, { error, pending, hours = null }: Circumstances): string | null {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(use);
  const time = beginningText(hours, useNow());
  if (!allowed) return t('readOnly');
  if (error instanceof ApiError && refusals.includes(error.code)) return error.message;
  if (time !== '') return errorText('outside_hours', { time });
  return pending ? errorText('commands_pending') : null;
}
