import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClusterBus, type BusLogEvent } from '../core/bus/cluster-bus.ts';
import { connectNats, type NatsLogEvent } from '../core/bus/nats-wire.ts';
import { createLog, type Log } from '../core/log.ts';
import { startTestNats } from '../testing/servers/nats-server.ts';
import { createTestScheduler } from '../testing/test-scheduler.ts';
import { divideEvent, eventScopes, parseEvent, type BusEvents } from './server-bus.ts';

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
  kindsChanged: {},
  webPushSwitched: {},
  commandQueued: { deviceId: 1 },
  commandEnded: { deviceId: 1 },
  runChanged: {},
  commandCancelled: { deviceId: 1, commandId: 2 },
  liveEnded: { deviceId: 1, sessionId: 2, end: 'STOPPED_BY_PERSON' },
  liveViewEnded: { deviceId: 1, sessionId: 1, end: 'WITHDRAWN' },
  liveViewersChanged: { deviceId: 1, sessionId: 1 },
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
  phoneReached: { test: 'AAAAAQ', userId: 1, isSecure: true, at: 1_700_000_000_000 },
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
    'kindsChanged',
    'liveViewEnded',
    'deviceLeft',
    'accessChanged',
    'sessionEnded',
  ]);
});

/** How many ids each part of a divided event has. */
const sizes = (name: keyof BusEvents, event: object) =>
  divideEvent(name, event).map((part) => Object.values(part as object).map((ids) => (ids as number[]).length));

describe('an event about more devices than fit into one message', () => {
  const many = Array.from({ length: 40_000 }, (_, place) => 1_000_000_000 + place);

  it('reaches the other servers whole, over NATS, and is no gap', async () => {
    const nats = await startTestNats();
    onTestFinished(() => nats.close());
    const log: Log<BusLogEvent | NatsLogEvent> = createLog('silent' as 'error');
    const open = async (serverId: string) => {
      const scheduler = createTestScheduler();
      const bus = await createClusterBus<BusEvents>({
        serverId,
        scopes: eventScopes,
        mac: (text) => createHmac('sha256', 'test').update(text).digest(),
        parseEvent,
        divideEvent,
        findServers: async () => [],
        openWire: (listener) =>
          connectNats({ url: nats.url, subject: 'fairwatch.test.many', name: serverId, scheduler, log }, listener),
        scheduler,
        log,
      });
      onTestFinished(() => bus.close());
      return bus;
    };
    const [one, two] = await Promise.all([open('one'), open('two')]);
    const told: number[] = [];
    two.subscribe('watchesChanged', ({ deviceIds }) => void told.push(...deviceIds));
    const here: number[] = [];
    one.subscribe('watchesChanged', ({ deviceIds }) => void here.push(deviceIds.length));
    one.publish('watchesChanged', { deviceIds: many });
    await vi.waitFor(() => expect(told).toHaveLength(many.length), { timeout: 10_000 });
    expect(told).toEqual(many);
    expect(here).toEqual([many.length]);
    // What is dropped takes a number, and the others have a gap.
    expect(one.status().eventsDropped).toBe(0);
  });

  it('is divided whatever its list is called, and others are sent as they are', () => {
    expect(sizes('watchesChanged', { deviceIds: many })).toEqual(Array.from({ length: 8 }, () => [5000]));
    expect(sizes('notified', { notificationIds: many.slice(0, 5001) })).toEqual([[5000], [1]]);
    expect(divideEvent('supervisionChanged', { deviceIds: null })).toEqual([{ deviceIds: null }]);
    expect(divideEvent('runChanged', {})).toEqual([{}]);
  });
});
