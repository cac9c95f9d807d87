import type { AuditAction, Endpoint } from '@fairwatch/contract';

/** One way by which something about the person of a device can be asked for, and what their log says of it. */
export interface Way {
  path: string;
  /** What the answer tells about the person of a device; null when it tells nothing. */
  answers: string | null;
  /** The line that is written to the log of each device concerned, or why none is. */
  logs: Line | string;
}

/** What is written. */
export interface Line {
  action: AuditAction;
  /** The entry's subject, where it is not the path of the call. */
  subject?: string;
  /** When it is written, where not each time. */
  when?: string;
}

/** A read of one device: the same part by the same session is one line in five minutes. */
export function reads({ path }: Pick<Endpoint, 'path'>, answers: string): Way {
  return { path, answers, logs: { action: 'READ' } };
}

/** A list over many devices: one line for each device that is shown, for each session, list and search in an hour. */
export function shows({ path }: Pick<Endpoint, 'path'>, answers: string, when = 'once an hour'): Way {
  return { path, answers, logs: { action: 'READ', when } };
}

/** A call that does something to a device: its own line. */
export function does(
  { path }: Pick<Endpoint, 'path'>,
  action: AuditAction,
  answers: string | null,
  when?: string,
): Way {
  return { path, answers, logs: { action, ...(when !== undefined && { when }) } };
}

/** Calls that tell nothing about the person of a device, and why. */
export function tellsNothing(why: string, ...calls: readonly Pick<Endpoint, 'path'>[]): Way[] {
  return calls.map(({ path }) => ({ path, answers: null, logs: why }));
}
