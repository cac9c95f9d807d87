import { approvalList, limits, type Capability } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';

const listeners = new Set<() => void>();

/** Wakes the calls that wait for a second admin. The socket calls it when a request of this admin was approved or declined. */
export function notifyApprovalChange(): void {
  for (const listener of listeners) listener();
}

/** Resolves at the next decision, or when the time limit for a decision has passed. Rejects when the caller gives up. */
function waitForDecision(signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal?.reason as Error);
  const timer = setTimeout(resolve, limits.approval.decideWithinMs);
  listeners.add(resolve);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  return promise.finally(() => {
    clearTimeout(timer);
    listeners.delete(resolve);
    signal?.removeEventListener('abort', giveUp);
  });
}

/**
 * Waits for a second admin to decide about a command. Resolves to true when they approve it. Rejects when the signal is aborted, so that a
 * command is not sent for a page that is gone.
 */
export async function waitForApproval(
  deviceId: number,
  capability: Capability,
  signal?: AbortSignal,
): Promise<boolean> {
  for (;;) {
    await waitForDecision(signal);
    const { data } = await call(approvalList, {}, signal);
    const own = data.find(
      (each) => each.mine && each.deviceId === deviceId && each.capability === capability && each.action === 'COMMAND',
    );
    if (own?.state !== 'PENDING') return own?.state === 'AGREED';
  }
}
