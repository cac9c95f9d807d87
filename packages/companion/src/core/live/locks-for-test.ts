import { onTestFinished, vi } from 'vitest';

interface Holder {
  reject(error: DOMException): void;
}

type Hold = (lock: object | null) => unknown;

/** A fake of `navigator.locks` with one lock, shared by all "tabs" of a test. It is installed until the test ends. */
export function stubLocks(): void {
  let holder: Holder | null = null;
  const waiting: (() => void)[] = [];

  function hold(callback: Hold): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const mine: Holder = { reject };
      holder = mine;
      const end = () => {
        if (holder !== mine) return;
        holder = null;
        waiting.shift()?.();
      };
      Promise.resolve(callback({})).then(resolve, reject).finally(end);
    });
  }

  async function request(_name: string, options: LockOptions, callback: Hold): Promise<unknown> {
    if (options.ifAvailable && holder !== null) return await callback(null);
    if (options.steal) {
      holder?.reject(new DOMException('stolen', 'AbortError'));
      holder = null;
    }
    if (holder === null) return await hold(callback);
    return await new Promise((resolve, reject) => {
      const begin = () => void hold(callback).then(resolve, reject);
      waiting.push(begin);
      options.signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(begin);
        if (place === -1) return;
        waiting.splice(place, 1);
        reject(options.signal?.reason);
      });
    });
  }

  const locks = vi.fn<typeof request>(request);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: locks } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}
