import { approvalList, limits, type Approval, type Capability } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { isAboutDevice, queryClient } from '../../core/api/query.ts';
import { createExternalStore } from '../../core/state/external-store.ts';

/** A command that is sent once a second admin agrees. */
export interface WaitingCommand {
  deviceId: number;
  capability: Capability;
  /** Ends the wait, so that the command is not sent. */
  giveUp(reason: Error): void;
}

/** The commands of this tab that wait for a second admin. */
export const waitingCommands = createExternalStore<readonly WaitingCommand[]>([]);

/** What became of a request: decided, not decided in time, or taken back. */
export type ApprovalOutcome =
  | { state: Exclude<Approval['state'], 'PENDING'>; decidedBy: string | null }
  | { state: 'WITHDRAWN' };

const listeners = new Set<() => void>();

/** Wakes the calls that wait for a second admin: a request was decided or taken back. */
export function wakeWaitingCommands(): void {
  for (const listener of listeners) listener();
}

/** Wakes the calls that wait for a second admin, and refetches what was refused. Called when a request about this device was decided. */
export function notifyApprovalChange(deviceId: number): void {
  wakeWaitingCommands();
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, input], state: { status } }) => status === 'error' && isAboutDevice(input, deviceId),
  });
}

/** Resolves at the next decision, or when the time limit for a decision has passed. Rejects when the wait is given up. */
function waitForDecision(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal.reason as Error);
  const timer = setTimeout(resolve, limits.approval.decideWithinMs);
  listeners.add(resolve);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return promise.finally(() => {
    clearTimeout(timer);
    listeners.delete(resolve);
    signal.removeEventListener('abort', giveUp);
  });
}

/**
 * Waits for a second admin to decide about a command. Rejects when the signal is aborted or the wait is given up, so that a command is not sent
 * for a page that is gone.
 */
export async function waitForApproval(
  deviceId: number,
  capability: Capability,
  signal?: AbortSignal,
): Promise<ApprovalOutcome> {
  const wait = new AbortController();
  const abort = () => wait.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const waiting: WaitingCommand = { deviceId, capability, giveUp: (reason) => wait.abort(reason) };
  waitingCommands.set([...waitingCommands.get(), waiting]);
  try {
    for (;;) {
      await waitForDecision(wait.signal);
      const { data } = await call(approvalList, {}, wait.signal);
      const own = findOwnRequest(data, { deviceId, capability, action: 'COMMAND' });
      // An agreement that is over belongs to a request before this one, which is then gone from the list.
      if (own === undefined || isOver(own)) return { state: 'WITHDRAWN' };
      if (own.state !== 'PENDING') return { state: own.state, decidedBy: own.decidedBy };
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    waitingCommands.set(waitingCommands.get().filter((each) => each !== waiting));
  }
}

function isOver({ state, holdsUntil }: Approval): boolean {
  return state === 'AGREED' && new Date(holdsUntil ?? 0).getTime() <= Date.now();
}

/** Finds the newest request of the signed-in admin for a use. A pending one for a command includes looking at what it brings. */
export function findOwnRequest(
  approvals: readonly Approval[],
  { deviceId, capability, action }: Pick<Approval, 'deviceId' | 'capability' | 'action'>,
): Approval | undefined {
  return approvals.find(
    (each) =>
      each.mine &&
      each.deviceId === deviceId &&
      each.capability === capability &&
      (each.action === action || (each.action === 'COMMAND' && each.state === 'PENDING')),
  );
}
