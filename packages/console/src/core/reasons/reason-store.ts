import type { Capability } from '@fairwatch/contract';
import { createExternalStore } from '../session/external-store.ts';

/** A question to the admin: why do they use this? */
export interface WhyQuestion {
  deviceId: number;
  capability: Capability;
  /** They cannot go on without an answer. */
  required: boolean;
}

export type WhyOutcome = 'given' | 'skipped' | 'cancelled';

interface OpenQuestion extends WhyQuestion {
  answer: Promise<WhyOutcome>;
  settle(outcome: WhyOutcome): void;
  /** How many calls wait for it. */
  waiting: number;
}

/** Those that wait for an answer, the first on screen. */
export const openQuestions = createExternalStore<readonly OpenQuestion[]>([]);

/**
 * Asks the admin why. Calls about the same device share one question; it goes from the screen when all of them were given up, as
 * when the admin leaves the page.
 */
export async function askWhy(question: WhyQuestion, signal: AbortSignal | undefined): Promise<WhyOutcome> {
  const open = joinable(question) ?? begin(question);
  open.waiting += 1;
  const giveUp = () => {
    open.waiting -= 1;
    if (open.waiting === 0) open.settle('cancelled');
  };
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const outcome = await open.answer;
    signal?.throwIfAborted();
    return outcome;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function joinable({ deviceId, required }: WhyQuestion): OpenQuestion | undefined {
  return openQuestions.get().find((open) => open.deviceId === deviceId && open.required === required);
}

function begin(question: WhyQuestion): OpenQuestion {
  const { promise, resolve } = Promise.withResolvers<WhyOutcome>();
  const open: OpenQuestion = {
    ...question,
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
