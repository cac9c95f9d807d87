import { expect, it } from 'vitest';
import type { PendingDecision } from './pending-decisions.ts';
import { changedList, wantedCapabilities } from './wanted-capabilities.ts';

const consent = (...capabilities: string[]) =>
  ({ type: 'consent', noticeVersion: 1, noticeHash: '', language: 'en', capabilities }) as PendingDecision;

it('uses the latest decision that the server has not confirmed', () => {
  expect(wantedCapabilities([])).toBeNull();
  expect(wantedCapabilities([consent('CONTACTS'), { type: 'pause' } as PendingDecision, consent('LOCATION')])).toEqual([
    'LOCATION',
  ]);
});

it('switches one capability and keeps the others, in the order of the notice', () => {
  expect(changedList(['CAMERA', 'CONTACTS'], 'LOCATION', true)).toEqual(['CONTACTS', 'LOCATION', 'CAMERA']);
  expect(changedList(['CAMERA', 'CONTACTS'], 'CONTACTS', false)).toEqual(['CAMERA']);
});
