import type { Endpoint } from '@fairwatch/contract';

/** A call that is about to be made. */
export interface OutgoingCall {
  endpoint: Endpoint;
  input: unknown;
  signal: AbortSignal | undefined;
}

/** What stands before calls that use something of a device, such as the question why. */
export interface DeviceGate {
  /** Resolves when the call may be made; rejects with what the admin reads when it may not. */
  enter(call: OutgoingCall): Promise<void>;
  /** Whether a call that was refused should be made once more; waits for what was missing. */
  mend(call: OutgoingCall, error: unknown): Promise<boolean>;
}

let gate: DeviceGate | null = null;

/** Set by the shell: whoever is not signed in uses no device. */
export function setDeviceGate(next: DeviceGate | null): void {
  gate = next;
}

/** Makes a call through the gate. Calls that use no device leave at once. */
export function throughGate<Result>(call: OutgoingCall, make: () => Promise<Result>): Promise<Result> {
  if (gate === null || call.endpoint.device === null) return make();
  return enter(gate, call, make);
}

async function enter<Result>(by: DeviceGate, call: OutgoingCall, make: () => Promise<Result>): Promise<Result> {
  await by.enter(call);
  try {
    return await make();
  } catch (error) {
    if (!(await by.mend(call, error))) throw error;
    return await make();
  }
}
