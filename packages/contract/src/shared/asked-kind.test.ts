import { expect, it } from 'vitest';
import { capabilityNames } from '../core/access/capabilities.ts';
import { limits } from '../core/limits.ts';
import { askedKinds } from './asked-kind.ts';

const reason = 'To find you on the trip';
const problemsOf = (asked: unknown) => askedKinds.safeParse(asked).error?.issues.map(({ message }) => message) ?? [];

it('a passcode may ask for nothing, and for every kind once, with a reason for each', () => {
  expect(problemsOf([])).toEqual([]);
  expect(problemsOf(capabilityNames.map((capability) => ({ capability, reason })))).toEqual([]);
  expect(askedKinds.parse([{ capability: 'LOCATION', reason: '  To find   you ' }])).toEqual([
    { capability: 'LOCATION', reason: 'To find you' },
  ]);
});

it.each<[string, unknown]>([
  ['a kind that does not exist', [{ capability: 'THOUGHTS', reason }]],
  ['a kind twice', [1, 2].map(() => ({ capability: 'LOCATION', reason }))],
  ['no reason', [{ capability: 'LOCATION' }]],
  ['an empty reason', [{ capability: 'LOCATION', reason: '' }]],
  [
    'a reason that is too long',
    [{ capability: 'LOCATION', reason: 'find you '.repeat(limits.consentRequest.passcodeReasonMaxLength) }],
  ],
  ['a reason with what cannot be seen', [{ capability: 'LOCATION', reason: `${reason}\u202E` }]],
  ['something switched on', [{ capability: 'LOCATION', reason, granted: true }]],
])('refuses %s', (_, asked) => {
  expect(problemsOf(asked)).not.toEqual([]);
});
