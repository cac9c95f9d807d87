import { errorText } from '@fairwatch/contract';
import { ApiError } from '../api/client.ts';
import { useCan, type Guarded } from '../components/can.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

export interface Circumstances {
  /** What the list of it answered; what refuses reading would refuse asking as well. */
  error: Error | null;
  /** The device has a command that it has not finished. */
  pending: boolean;
}

const refusals: readonly (string | undefined)[] = [
  'consent_missing',
  'device_paused',
  'device_held',
  'device_not_found',
];

/** Why a device cannot be asked for something now, or null. The server decides; this only saves a refusal. */
export function useAskReason(use: Guarded, { error, pending }: Circumstances): string | null {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(use);
  if (!allowed) return t('readOnly');
  if (error instanceof ApiError && refusals.includes(error.code)) return error.message;
  return pending ? errorText('commands_pending') : null;
}
