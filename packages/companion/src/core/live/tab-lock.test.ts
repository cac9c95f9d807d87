import { expect, it, onTestFinished } from 'vitest';
import { stubLocks } from './locks-for-test.ts';
import { takeTabLock } from './tab-lock.ts';

it('a second tab does not get the lock while the first has it', async () => {
  stubLocks();
  expect(await takeTabLock({ steal: false })).not.toBeNull();
  expect(await takeTabLock({ steal: false })).toBeNull();
});

it('a tab that is asked to give up finishes first, and then the other one begins', async () => {
  stubLocks();
  const steps: string[] = [];
  const first = await takeTabLock({ steal: false });
  const giveUp = async () => {
    await first?.lost;
    steps.push('first has written everything');
    await first?.release();
  };
  void giveUp();
  const second = await takeTabLock({ steal: true });
  steps.push('second begins');
  expect(second).not.toBeNull();
  expect(steps).toEqual(['first has written everything', 'second begins']);
});

it('a tab that does not answer loses the lock', async () => {
  stubLocks();
  const frozen = await takeTabLock({ steal: false });
  const second = await takeTabLock({ steal: true });
  expect(second).not.toBeNull();
  await frozen?.lost;
});

it('a browser without locks lets every tab in', async () => {
  expect(navigator.locks).toBeNull();
  expect(await takeTabLock({ steal: false })).not.toBeNull();
  expect(await takeTabLock({ steal: false })).not.toBeNull();
});

it('a browser that forbids locks is not taken for one with another tab', async () => {
  const locks = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  await expect(takeTabLock({ steal: false })).rejects.toThrow('denied');
});
