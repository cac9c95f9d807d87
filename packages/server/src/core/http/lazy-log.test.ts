import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { LazyLog } from './lazy-log.ts';

it('makes the child with the first line, once, and writes its bindings into each', () => {
  const lines: string[] = [];
  const parent = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const child = vi.spyOn(parent, 'child');
  const log = new LazyLog(parent, { requestId: 'r-1' }, {});
  expect(child).not.toHaveBeenCalled();
  log.warn({ event: 'http.answered' }, 'One');
  log.error('Two');
  log.debug('Below the level');
  expect(child).toHaveBeenCalledTimes(1);
  log.child({ part: 'x' }).info('Three');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, requestId: 'r-1', event: 'http.answered', msg: 'One' },
    { level: 50, requestId: 'r-1', msg: 'Two' },
    { level: 30, requestId: 'r-1', part: 'x', msg: 'Three' },
  ]);
});
