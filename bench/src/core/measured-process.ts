import { setTimeout as delay } from 'node:timers/promises';
import type { Drive, DriveResult, Driver } from './driver.ts';

/** The requests of the bench to a measured server. */
export type Question = { ask: 'memory' } | { ask: 'connected' } | { ask: 'drive'; drive: Drive };

export interface Memory {
  rss: number;
  /** The JavaScript heap with buffers, after a garbage collection. */
  held: number;
}

/** The measured side: answers the bench's requests over the process channel. */
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
