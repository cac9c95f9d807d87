import type { Endpoint } from '@fairwatch/contract';

/** A call that is about to be made. */
export interface OutgoingCall {
  endpoint: Endpoint;
  input: unknown;
  signal: AbortSignal | undefined;
}

/** A check before calls that use data of a device, such as the question for a reason. */
export interface DeviceGate {
  /** Resolves when these calls, which are one use, may be made; rejects with an error for the admin when they may not. */
  enter(calls: readonly OutgoingCall[]): Promise<void>;
  /** Waits for what a refused call lacked. Resolves to true when the call should be made again. */
  recover(call: OutgoingCall, error: unknown): Promise<boolean>;
}

let gate: DeviceGate | null = null;

/** Installs the gate. The shell does it, because only signed-in admins use devices. */
export function setDeviceGate(next: DeviceGate | null): void {
  gate = next;
}

/** Makes a call after the gate has admitted it. Calls that use no device skip the gate. */
export function callThroughGate<Result>(call: OutgoingCall, send: () => Promise<Result>): Promise<Result> {
  if (gate === null || call.endpoint.device === null) return send();
  return enterGate(gate, call, send);
}

async function enterGate<Result>(
  deviceGate: DeviceGate,
  call: OutgoingCall,
  send: () => Promise<Result>,
): Promise<Result> {
  await deviceGate.enter([call]);
  try {
    return await send();
  } catch (error) {
    if (!(await deviceGate.recover(call, error))) throw error;
    return await send();
  }
}

/** Lets the gate admit calls that the server makes later by itself, such as the commands of a run. */
export async function admitCalls(calls: readonly OutgoingCall[]): Promise<void> {
  await gate?.enter(calls.filter(({ endpoint }) => endpoint.device !== null));
}
