import { nonFinalCommands, type DeviceFeature, type DeviceSummary } from '@fairwatch/contract';
import { invalidate, useCall } from '../../../core/api/query.ts';
import { toastCommand } from './toast-command.ts';
import { useDisabledReason, type Circumstances } from './use-disabled-reason.ts';

/** The Update button of a device page. */
export interface Update {
  start: () => void;
  /** True while the request is being sent. */
  sending: boolean;
  /** Why it is disabled, or null. */
  reason: string | null;
}

interface UpdateCircumstances extends Omit<Circumstances, 'asks'> {
  device: DeviceSummary | null;
}

/** Sends the command that updates the data of a feature. */
export function useUpdate(
  { update, command, history }: DeviceFeature,
  deviceId: number,
  { device, ...circumstances }: UpdateCircumstances,
): Update {
  const reason = useDisabledReason(update, { ...circumstances, asks: { device, command } });
  const { mutateAsync, isPending } = useCall(update);

  const start = async () => {
    await toastCommand(mutateAsync({ deviceId }), device).catch(() => undefined);
    await Promise.all([invalidate(nonFinalCommands, deviceId), invalidate(history, deviceId)]);
  };
  return { start: () => void start(), sending: isPending, reason };
}
