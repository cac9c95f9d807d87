import { nonFinalCommands, type DeviceFeature, type DeviceSummary } from '@fairwatch/contract';
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

interface UpdateCircumstances extends Omit<Circumstances, 'asks'> {
  device: DeviceSummary | null;
}

/** Asks the device for its data now. The server decides; the reasons here only save a refusal. */
export function useUpdate(
  { update, command, history }: DeviceFeature,
  deviceId: number,
  { device, ...circumstances }: UpdateCircumstances,
): Update {
  const reason = useAskReason(update, { ...circumstances, asks: { device, command } });
  const { mutateAsync, isPending } = useCall(update);

  const start = async () => {
    await toastPromise(mutateAsync({ deviceId })).catch(() => undefined);
    await Promise.all([invalidate(nonFinalCommands, deviceId), invalidate(history, deviceId)]);
  };
  return { start: () => void start(), sending: isPending, reason };
}
