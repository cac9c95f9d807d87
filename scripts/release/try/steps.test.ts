import { expect, it } from 'vitest';
import { printedPassword } from './owner.ts';
import { check, createSteps } from './steps.ts';

it('counts steps, leaves out what needs one that failed, and goes on with the next group', async () => {
  const lines: string[] = [];
  const steps = createSteps((line) => lines.push(line.replace(/ \([\d.]+ s\)$/, '')));
  await steps.group('First', async () => {
    expect(await steps.step('install', async () => 'installed')).toBe('installed');
    await steps.step('start', async () => check(false, 'no port'));
    await steps.step('sign in', async () => {});
  });
  await steps.group('Second', async () => {
    await steps.step('unpack', async () => {});
    throw new Error('between steps');
  });
  expect([steps.passed, steps.failed]).toEqual([2, 2]);
  expect(lines.map((line) => line.split('\n', 1)[0])).toEqual([
    'First',
    '  ok      install',
    '  FAILED  start: no port',
    'Second',
    '  ok      unpack',
    '  FAILED  Second: Error: between steps',
  ]);
});

it('reads the password that a first start prints, and says so where there is none', () => {
  expect(printedPassword('\n  Username  admin\n  Password  abc-DEF   (shown only now)\n  Data      ./data\n')).toBe(
    'abc-DEF',
  );
  expect(() => printedPassword('  Username  admin\n')).toThrow('No password was printed');
});
