import { nonFinalCommands, type DeviceFeature } from '@fairwatch/contract';
import { invalidate, useCall } from '../api/query.ts';
import { toastPromise } from '../toast/toast.tsx';
import { useAskReason, type Circumstances } from './use-ask-reason.ts';

/** The Update of a device page. */
export interface Update {
  start: () => void;
  /** The request is on its way to the server. */
  sending: boolean;
  /** Why it cannot be pressed now, or null. */
  reason: string | null;
}

/** Asks the device for its data now. The server decides; the reasons here only save a refusal. */
export function useUpdate(feature: DeviceFeature, deviceId: number, circumstances: Circumstances): Update {
  const reason = useAskReason(feature.update, circumstances);
  const { mutateAsync, isPending } = useCall(feature.update);

  const start = async () => {
    await toastPromise(mutateAsync({ deviceId })).catch(() => undefined);
    await Promise.all([invalidate(nonFinalCommands, deviceId), invalidate(feature.history, deviceId)]);
  };
  return { start: () => void start(), sending: isPending, reason };
}
