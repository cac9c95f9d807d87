import { expect, it } from 'vitest';
import { commandState } from './command-state.ts';

it.each([
  ['QUEUED', null, 'QUEUED'],
  ['SENT', null, 'SENT'],
  // The device may have shown the question before it is stored that the command was sent.
  ['QUEUED', 'ASKING', 'ASKING'],
  ['SENT', 'SEEN', 'SEEN'],
  ['RUNNING', 'SEEN', 'RUNNING'],
  ['RUNNING', 'RECORDING', 'RUNNING'],
  ['DECLINED', 'SEEN', 'DECLINED'],
  ['EXPIRED', null, 'EXPIRED'],
  ['EXPIRED', 'UPLOADING', 'EXPIRED'],
  ['EXPIRED', 'ASKING', 'UNANSWERED'],
  ['CANCELLED', 'ASKING', 'CANCELLED'],
] as const)('a command that is %s in the phase %s is %s', (stepType, phase, state) => {
  expect(commandState({ stepType, phase })).toBe(state);
});
