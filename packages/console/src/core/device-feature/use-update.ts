import { errorText, nonFinalCommands, type DeviceFeature } from '@fairwatch/contract';
import { invalidate, useCall } from '../api/query.ts';
import { useCan } from '../components/can.tsx';
import { toastPromise } from '../toast/toast.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

/** The Update of a device page. */
export interface Update {
  start: () => void;
  /** The request is on its way to the server. */
  sending: boolean;
  /** Why it cannot be pressed now, or null. */
  reason: string | null;
}

interface Circumstances {
  /** The server's words when it would refuse for a reason already known. */
  refused: string | null;
  pending: boolean;
}

/** Asks the device for its data now. The server decides; the reasons here only save a refusal. */
export function useUpdate(feature: DeviceFeature, deviceId: number, { refused, pending }: Circumstances): Update {
  const { t } = useDeviceFeatureTexts();
  const allowed = useCan(feature.update);
  const { mutateAsync, isPending } = useCall(feature.update);

  const start = async () => {
    await toastPromise(mutateAsync({ deviceId })).catch(() => undefined);
    await Promise.all([invalidate(nonFinalCommands, deviceId), invalidate(feature.history, deviceId)]);
  };
  const reason = () => {
    if (!allowed) return t('readOnly');
    if (refused !== null) return refused;
    return pending ? errorText('commands_pending') : null;
  };
  return { start: () => void start(), sending: isPending, reason: reason() };
}
