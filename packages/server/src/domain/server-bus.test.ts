import { describe, expect, it } from 'vitest';
import { eventScopes, parseEvent, type BusEvents } from './server-bus.ts';

/** One event of each name. */
const samples: BusEvents = {
  changed: { feature: 'contacts', deviceId: 1, userId: 2 },
  sharingChanged: { deviceId: 1, shared: ['CONTACTS'] },
  supervisionChanged: { deviceIds: null },
  factsChanged: { deviceIds: [1], facts: 'PRESENCE' },
  rulesChanged: {},
  watchesChanged: { deviceIds: [1, 2] },
  alertRulesChanged: {},
  policiesChanged: {},
  webPushSwitched: {},
  commandQueued: { deviceId: 1 },
  commandEnded: { deviceId: 1 },
  runChanged: {},
  commandCancelled: { deviceId: 1, commandId: 2 },
  liveEnded: { deviceId: 1, sessionId: 2, end: 'STOPPED_BY_PERSON' },
  inboxWaiting: { deviceId: 1 },
  consentRequestWithdrawn: { deviceId: 1, requestId: 2 },
  deviceLeft: { deviceId: 1, ended: true },
  commandSteps: { steps: [{ commandType: 'UPDATE_APPS', step: 'SENT', sentAfter: 0.5, finishedAfter: null }] },
  deviceMoved: { deviceId: 1, epoch: 2 },
  archiveRequested: { deviceId: 1 },
  archiveMade: { deviceId: 1 },
  notified: { notificationIds: [1] },
  ticketChanged: { ticketId: 1, openedBy: 2, deviceId: null, change: 'NEW' },
  accessChanged: { userId: 1 },
  fileStored: { size: 1 },
  sessionEnded: { tokenHash: 'ab' },
};
const names = Object.keys(eventScopes) as (keyof BusEvents)[];

describe('an event of another server', () => {
  it.each(names)('%s is taken as it was sent', (name) => {
    expect(parseEvent(name, JSON.parse(JSON.stringify(samples[name])))).toEqual(samples[name]);
  });

  it.each(names)('%s of another shape is not', (name) => {
    const broken = Object.keys(samples[name]).map((field) =>
      Object.assign({}, samples[name], { [field]: { broken: true } }),
    );
    expect([null, 'text', ...broken].map((event) => parseEvent(name, event)).filter((event) => event !== null)).toEqual(
      [],
    );
  });
});

it('the events that take access away reach all servers at once', () => {
  expect(names.filter((name) => eventScopes[name] === 'CLUSTER_AT_ONCE')).toEqual([
    'sharingChanged',
    'deviceLeft',
    'accessChanged',
    'sessionEnded',
  ]);
});
