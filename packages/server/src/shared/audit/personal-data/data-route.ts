import type { AuditAction, Endpoint, Told } from '@fairwatch/contract';

/** What a row takes from the declaration of an endpoint. */
type Call = Pick<Endpoint, 'path' | 'tells'>;

/** One route of the server: what its response says about the person of a device, and what their log gets for it. */
export interface DataRoute {
  path: string;
  /** The kinds of data that its response tells of. */
  tells: readonly Told[];
  /** What the response says about the person; null when it says nothing. */
  answers: string | null;
  /** The entry that each device concerned gets in its log, or the reason why there is none. */
  logs: Line | string;
}

/** An entry in the log of a device. */
export interface Line {
  action: AuditAction;
  /** The subject of the entry, where it is not the path of the endpoint. */
  subject?: string;
  /** The condition under which it is written; always when omitted. */
  when?: string;
}

/** Declares a read of one device. Reading the same part again in one session within five minutes gives no further entry. */
export function reads({ path, tells }: Call, answers: string): DataRoute {
  return { path, tells, answers, logs: { action: 'READ' } };
}

/** Declares a list over many devices. Each device shown gets one entry per session, list, search and hour. */
export function shows({ path, tells }: Call, answers: string, when = 'once an hour'): DataRoute {
  return { path, tells, answers, logs: { action: 'READ', when } };
}

/** Declares an endpoint that acts on a device; each request gets its own entry. */
export function performs({ path, tells }: Call, action: AuditAction, answers: string | null, when?: string): DataRoute {
  return { path, tells, answers, logs: { action, ...(when !== undefined && { when }) } };
}

/** Declares endpoints that say nothing about the person of a device, and why. */
export function notPersonal(why: string, ...calls: readonly Call[]): DataRoute[] {
  return calls.map(({ path, tells }) => ({ path, tells, answers: null, logs: why }));
}

/** Declares endpoints that write no line although they say something, and why. */
export function unlogged(why: string, answers: string, ...calls: readonly Call[]): DataRoute[] {
  return calls.map(({ path, tells }) => ({ path, tells, answers, logs: why }));
}
