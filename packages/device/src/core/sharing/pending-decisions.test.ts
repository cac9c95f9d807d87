import { expect, it } from 'vitest';
import { pendingDecisionsOf } from './pending-decisions.ts';

const consent = (...capabilities: ('CONTACTS' | 'SMS')[]) =>
  ({ type: 'consent', noticeVersion: 1, noticeHash: 'a'.repeat(64), language: 'en', capabilities }) as const;
const subscription = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
};

it('of what the person decided the latest of each kind is kept, and of questions nothing', () => {
  expect(
    pendingDecisionsOf([
      { ...consent('CONTACTS', 'SMS'), capabilities: ['CONTACTS', 'SMS'] },
      { type: 'pause' },
      { type: 'log-request', before: null },
      { type: 'resume' },
      { type: 'consent-decline', requestId: 3 },
      { ...consent(), capabilities: [] },
      { type: 'hours', hours: { timeZone: 'UTC', days: [{ day: 'MON', from: '08:00', to: '17:00' }] } },
      { type: 'pause' },
      { type: 'hours', hours: null },
      { type: 'push-subscription', subscription },
      { type: 'push-subscription', subscription: null },
      { type: 'leave' },
    ]),
  ).toEqual([
    consent(),
    { type: 'pause' },
    { type: 'hours', hours: null },
    { type: 'push-subscription', subscription: null },
    { type: 'leave' },
  ]);
  expect(pendingDecisionsOf([])).toEqual([]);
});
