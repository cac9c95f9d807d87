import { expect } from 'vitest';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';

type Question = `${'gps' | 'network'} ${'once' | 'last'}`;
type Answer = object | TermuxProblem | 'hangs';

/** What `termux-location` prints, in the parts that are read. */
export function fix(parts: object = {}): object {
  return { latitude: 48.1, longitude: 11.5, accuracy: 12.6, elapsedMs: 0, provider: 'gps', ...parts };
}

/** A `termux-location` with prepared answers, a list for one after the other; the last one stays. Counts how many run at a time. */
export function locatingTermux(answers: Partial<Record<Question, Answer | Answer[]>>) {
  const asked: string[] = [];
  const count = { running: 0, atMost: 0 };
  const answerTo = (question: Question): Answer => {
    const given = answers[question];
    if (!Array.isArray(given)) return given ?? new TermuxProblem('FAILED', `Nothing is prepared for ${question}.`);
    return (given.length > 1 ? given.shift() : given[0]) ?? {};
  };
  const termux: Termux = {
    has: () => true,
    run: async () => '',
    async readJson(program, [, provider, , request], { signal } = {}) {
      expect(program).toBe('termux-location');
      const question = `${provider} ${request}` as Question;
      asked.push(question);
      count.running += 1;
      count.atMost = Math.max(count.atMost, count.running);
      try {
        const answer = answerTo(question);
        if (answer === 'hangs') await untilAborted(signal);
        if (answer instanceof Error) throw answer;
        return answer;
      } finally {
        count.running -= 1;
      }
    },
  };
  const isAsked = async (question: Question) => {
    await expect.poll(() => asked).toContain(question);
  };
  return { termux, asked, count, isAsked };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new TermuxProblem('FAILED', 'It was killed.')), { once: true });
  });
}
