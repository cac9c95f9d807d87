import { setTimeout as delay } from 'node:timers/promises';
import type { Drive, DriveResult, Driver } from './driver.ts';

/** What the bench may ask of a server it measures. */
export type Question = { ask: 'memory' } | { ask: 'connected' } | { ask: 'drive'; drive: Drive };

export interface Memory {
  rss: number;
  /** What JavaScript holds, buffers included, after a collection. */
  held: number;
}

/** The measured side: answers the bench's questions over the process channel. */
export function answerQuestions(driver: Driver, connected: () => number | Promise<number>): void {
  const answer = async (question: Question): Promise<Memory | DriveResult | number> => {
    if (question.ask === 'memory') return await measureMemory();
    return question.ask === 'connected' ? await connected() : await driver.run(question.drive);
  };
  process.on('message', (question: Question) => {
    void answer(question).then((result) => process.send?.(result));
  });
  process.send?.('ready');
}

async function measureMemory(): Promise<Memory> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await delay(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
}
