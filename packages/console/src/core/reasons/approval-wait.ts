import { approvalList, limits, type Capability } from '@fairwatch/contract';
import { call } from '../api/client.ts';

const listeners = new Set<() => void>();

/** Wakes the calls that wait for a second admin. The socket calls it when a request of this admin was approved or declined. */
export function tellApprovalChange(): void {
  for (const listener of listeners) listener();
}

/** Resolves with the next decision, or when the time to decide is over. */
function nextDecision(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limits.approval.decideWithinMs);
  listeners.add(resolve);
  return promise.finally(() => {
    clearTimeout(timer);
    listeners.delete(resolve);
  });
}

/** Waits for a second admin to decide about a command. True when they agreed. */
export async function awaitAgreement(deviceId: number, capability: Capability): Promise<boolean> {
  for (;;) {
    await nextDecision();
    const { data } = await call(approvalList, {});
    const own = data.find(
      (each) => each.mine && each.deviceId === deviceId && each.capability === capability && each.action === 'COMMAND',
    );
    if (own?.state !== 'PENDING') return own?.state === 'AGREED';
  }
}
