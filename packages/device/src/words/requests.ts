import {
  capabilities,
  curlyQuotes,
  quoted,
  translator,
  type Camera,
  type Capability,
  type CommandType,
} from '@fairwatch/contract';
import { liveViewAllowedText, liveViewRequestTitle } from './live-view.ts';
import texts from './texts/requests.texts.json' with { type: 'json' };
import { timeText } from './times.ts';

/** What the page of the requests says. */
export const requestWords = translator('device/requests', texts);

/** A request in words for the person, as in "maria asks for your location". */
export function askedFor(type: CommandType, files = 1): string {
  return requestWords(`asked.${type}`, { count: files || 1 });
}

interface Request {
  requestedBy: string;
  commandType: CommandType;
  minutes?: number | null;
  /** Of a live view. */
  camera?: Camera | null;
  sound?: boolean;
}

/** Who asks for what: the heading of a request. */
export function requestTitle({ requestedBy, commandType, minutes, camera, sound = false }: Request): string {
  if (commandType === 'LIVE_VIEW' && minutes && camera) {
    return liveViewRequestTitle({ requestedBy, minutes, camera, sound });
  }
  return requestWords('asks', { requestedBy, what: askedFor(commandType) });
}

/** Who asks the person to share what from now on: the heading of a question. */
export function questionTitle({ requestedBy, capability }: { requestedBy: string; capability: Capability }): string {
  return requestWords('asksToShare', { requestedBy, what: capabilities[capability].title });
}

/** Why an admin asks, in their words. */
export function reasonText(reason: string | null): string {
  return reason === null ? requestWords('noReason') : requestWords('reason', { reason: quoted(reason, curlyQuotes) });
}

/** What somebody may do for some minutes who is allowed to; null for what is done once. */
export function followingText({ commandType, minutes, sound = false }: Omit<Request, 'requestedBy'>): string | null {
  if (!minutes) return null;
  return commandType === 'LIVE_VIEW'
    ? liveViewAllowedText({ minutes, sound })
    : requestWords('following', { count: minutes });
}

export function expiryText(expiresAt: Date): string {
  return requestWords('until', { time: timeText(expiresAt.toISOString()) });
}

/** The button that allows a request; `minutes` is null for what is done once. */
export function allowText(minutes: number | null): string {
  return minutes === null ? requestWords('allowOnce') : requestWords('allowFor', { count: minutes });
}

interface Outcome {
  outcome: 'done' | 'refused' | 'failed' | 'cancelled';
  /** How many rows were sent; null when nothing was. */
  rows: number | null;
  failedFiles: number;
  problem: string | null;
}

/** How a request ended. */
export function outcomeText({ outcome, rows, failedFiles, problem }: Outcome): string {
  if (outcome === 'cancelled') return requestWords('outcome.cancelled');
  if (outcome !== 'done') return requestWords('outcome.nothing', { problem }).trim();
  if (!rows) return requestWords(failedFiles > 0 ? 'outcome.doneInPart' : 'outcome.done', { count: failedFiles });
  if (failedFiles > 0) return requestWords('outcome.sentInPart', { rows, count: failedFiles });
  return requestWords('outcome.sent', { count: rows });
}

/** A finished request: who asked for what, and how it ended. */
export function doneText(done: Outcome & { requestedBy: string; commandType: CommandType; files: number }): string {
  const { requestedBy, commandType, files } = done;
  return requestWords('ended', { requestedBy, what: askedFor(commandType, files), outcome: outcomeText(done) });
}
