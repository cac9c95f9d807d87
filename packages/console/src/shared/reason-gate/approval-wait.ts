import { approvalList, limits, type Capability } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';

const listeners = new Set<() => void>();

/** Wakes the calls that wait for a second admin. The socket calls it when a request of this admin was approved or declined. */
export function notifyApprovalChange(): void {
  for (const listener of listeners) listener();
}

/** Resolves at the next decision, or when the time limit for a decision has passed. */
function waitForDecision(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limits.approval.decideWithinMs);
  listeners.add(resolve);
  return promise.finally(() => {
    clearTimeout(timer);
    listeners.delete(resolve);
  });
}

/** Waits for a second admin to decide about a command. Resolves to true when they approve it. */
export async function waitForApproval(deviceId: number, capability: Capability): Promise<boolean> {
  for (;;) {
    await waitForDecision();
    const { data } = await call(approvalList, {});
    const own = data.find(
      (each) => each.mine && each.deviceId === deviceId && each.capability === capability && each.action === 'COMMAND',
    );
    if (own?.state !== 'PENDING') return own?.state === 'AGREED';
  }
}
