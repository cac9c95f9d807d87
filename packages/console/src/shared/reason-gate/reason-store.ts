import { limits, type Capability } from '@fairwatch/contract';
import { onSessionEnd } from '../../core/session/end-session.ts';
import { createExternalStore } from '../../core/state/external-store.ts';

/** A question to the admin for the reason to use kinds of data of a device. */
export interface ReasonRequest {
  deviceId: number;
  /** Several where one use is about several kinds, such as an update of all of them. */
  kinds: readonly Capability[];
  /** True when the call fails without an answer. */
  required: boolean;
}

export type ReasonOutcome = 'given' | 'skipped' | 'cancelled';

interface OpenQuestion extends ReasonRequest {
  /** Differs from that of the question before, which may have been about the same device. */
  id: number;
  answer: Promise<ReasonOutcome>;
  settle(outcome: ReasonOutcome): void;
  /** The number of calls that wait for the answer. */
  waiting: number;
}

let questionCount = 0;

/** The unanswered questions. The first one is on screen. */
export const openQuestions = createExternalStore<readonly OpenQuestion[]>([]);

/**
 * Asks the admin for a reason. Calls about the same device share one question, since those that a page makes at once are one use. It
 * is closed when all of them are aborted, as when the admin leaves the page.
 */
export async function askReason(question: ReasonRequest, signal: AbortSignal | undefined): Promise<ReasonOutcome> {
  const open = joinOpenQuestion(question) ?? openQuestion(question);
  open.waiting += 1;
  const abandon = () => {
    open.waiting -= 1;
    if (open.waiting === 0) open.settle('cancelled');
  };
  if (signal?.aborted) abandon();
  signal?.addEventListener('abort', abandon, { once: true });
  try {
    const outcome = await open.answer;
    signal?.throwIfAborted();
    return outcome;
  } finally {
    signal?.removeEventListener('abort', abandon);
  }
}

function joinOpenQuestion({ deviceId, kinds, required }: ReasonRequest): OpenQuestion | undefined {
  const open = openQuestions.get().find((each) => each.deviceId === deviceId && each.required === required);
  if (open === undefined || kinds.every((kind) => open.kinds.includes(kind))) return open;
  open.kinds = [...new Set([...open.kinds, ...kinds])];
  openQuestions.set([...openQuestions.get()]);
  return open;
}

function openQuestion(question: ReasonRequest): OpenQuestion {
  const { promise, resolve } = Promise.withResolvers<ReasonOutcome>();
  const open: OpenQuestion = {
    ...question,
    id: (questionCount += 1),
    answer: promise,
    waiting: 0,
    settle(outcome) {
      openQuestions.set(openQuestions.get().filter((other) => other !== open));
      resolve(outcome);
    },
  };
  openQuestions.set([...openQuestions.get(), open]);
  return open;
}

/** Reasons that the admin's way here suggests, such as a ticket's, by device. */
const suggestions = new Map<number, string>();

onSessionEnd(() => suggestions.clear());

/** Writes a reason into the next question about a device. The admin still reads it, may change it, and gives it. */
export function suggestReason(deviceId: number, reason: string): void {
  suggestions.set(deviceId, reason.slice(0, limits.reason.maxLength));
}

export function suggestedReason(deviceId: number): string {
  return suggestions.get(deviceId) ?? '';
}

/** Forgets what was suggested or typed, because the question was answered. */
export function forgetSuggestion(deviceId: number): void {
  suggestions.delete(deviceId);
}
