import {
  dashboard,
  loadPreset,
  auditList,
  callState,
  callTotals,
  changedFeatures,
  consentRequests,
  conversation,
  deviceFeatures,
  deviceGrants,
  deviceList,
  deviceSummary,
  deviceVisits,
  endpoints,
  gallery,
  galleryAlbums,
  galleryDays,
  findMessages,
  messages,
  messageThreads,
  locationTrack,
  mapPositions,
  nonFinalCommands,
  overview,
  pairDeviceInfo,
  profile,
  pushNotifications,
  type ChangedFeature,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { createChangeRelay } from './change-relay.ts';
import { staleEndpoints } from '../changes/refetch-changed.ts';

const endpointsOf = (feature: ChangedFeature) => staleEndpoints(feature, endpoints);

type Refetch = Parameters<typeof createChangeRelay>[0];

describe('the endpoints that a change affects', () => {
  it('a feature: its list, and the overview that shows its latest entries', () => {
    for (const feature of Object.values(deviceFeatures))
      expect(endpointsOf(feature.id)).toEqual(expect.arrayContaining([feature.list, overview]));
  });

  it('text messages: their threads and the open conversation, too', () => {
    expect(endpointsOf('messages')).toEqual(
      expect.arrayContaining([messages.list, messageThreads, conversation, findMessages]),
    );
  });

  it('photos and videos: their days and albums too', () => {
    expect(endpointsOf('gallery')).toEqual(expect.arrayContaining([gallery.list, galleryDays, galleryAlbums]));
  });

  it('locations: their track too', () => {
    expect(endpointsOf('locations')).toContain(locationTrack);
  });

  it.each(['locations', 'grants', 'devices', 'groups', 'reasons', 'approvals'] as const)(
    '%s: the map of all devices, where somebody may have moved, come or gone',
    (feature) => {
      expect(endpointsOf(feature)).toContain(mapPositions);
    },
  );

  it('calls: their totals too', () => {
    expect(endpointsOf('call-logs')).toContain(callTotals);
  });

  it('consent: the page that shows it', () => {
    expect(endpointsOf('grants')).toContain(deviceGrants);
  });

  it('devices: the lists, the open device and the metrics', () => {
    expect(endpointsOf('devices')).toEqual(expect.arrayContaining([deviceList, deviceSummary, pairDeviceInfo]));
    expect(endpointsOf('figures')).toEqual([dashboard]);
    expect(endpointsOf('profile')).toEqual([loadPreset, dashboard, profile]);
  });

  it('vitals: only the device itself', () => {
    expect(endpointsOf('vitals')).toEqual([pairDeviceInfo]);
  });

  it('a call that begins or ends, or a device that connects or disconnects: whether a call can be recorded', () => {
    expect(endpointsOf('call-state')).toEqual([callState]);
    expect(endpointsOf('devices')).toContain(callState);
  });

  it.each(['grants', 'consent-requests'] as const)('%s: the requests, and the log', (feature) => {
    expect(endpointsOf(feature)).toEqual(expect.arrayContaining([consentRequests, auditList, deviceVisits]));
  });

  it('notifications: their list, and the log', () => {
    expect(new Set(endpointsOf('push-notifications'))).toEqual(new Set([pushNotifications, auditList, deviceVisits]));
  });

  it('commands: every history, the open commands and the log', () => {
    expect(endpointsOf('commands')).toContain(auditList);
    expect(endpointsOf('commands')).toContain(nonFinalCommands);
    for (const { history } of Object.values(deviceFeatures)) expect(endpointsOf('commands')).toContain(history);
  });

  it('every feature, except assignments: at least one', () => {
    const without = changedFeatures.filter((feature) => endpointsOf(feature).length === 0);
    expect(without).toEqual(['assignments']);
  });
});

describe('change relay', () => {
  it('refetches the list of that device', async () => {
    const refetch = vi.fn<Refetch>(() => Promise.resolve());
    createChangeRelay(refetch, endpoints)({ feature: 'vitals', deviceId: 3 });
    await vi.waitFor(() => expect(refetch.mock.calls).toEqual([[pairDeviceInfo, 3]]));
  });

  it('refetches lists that are about no single device', async () => {
    const refetch = vi.fn<Refetch>(() => Promise.resolve());
    createChangeRelay(refetch, [pushNotifications, auditList, deviceVisits, dashboard])({
      feature: 'push-notifications',
      deviceId: 3,
    });
    await vi.waitFor(() =>
      expect(refetch.mock.calls).toEqual([
        [pushNotifications, 3],
        [auditList, undefined],
        [deviceVisits, 3],
      ]),
    );
  });

  it('merges changes during a refetch, and refetches them once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const refetch = vi.fn<Refetch>(() => promise);
    const relay = createChangeRelay(refetch, endpoints);
    relay({ feature: 'vitals', deviceId: 3 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
    for (let times = 0; times < 1000; times += 1) relay({ feature: 'vitals', deviceId: 3 });
    expect(refetch).toHaveBeenCalledTimes(1);
    resolve();
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
    await promise;
    expect(refetch.mock.calls).toEqual([
      [pairDeviceInfo, 3],
      [pairDeviceInfo, 3],
    ]);
  });

  it('does not wait for what answers slowly before it refetches something else', async () => {
    const never = new Promise<void>(() => undefined);
    const refetch = vi.fn<Refetch>((_endpoint, deviceId) => (deviceId === 3 ? never : Promise.resolve()));
    const relay = createChangeRelay(refetch, endpoints);
    relay({ feature: 'vitals', deviceId: 3 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
    relay({ feature: 'vitals', deviceId: 4 });
    await vi.waitFor(() => expect(refetch.mock.calls.slice(1)).toEqual([[pairDeviceInfo, 4]]));
    relay({ feature: 'vitals', deviceId: 4 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(3));
  });

  it('continues after a failed refetch', async () => {
    const refetch = vi.fn<Refetch>(() => Promise.reject(new Error('no network')));
    const relay = createChangeRelay(refetch, endpoints);
    relay({ feature: 'vitals', deviceId: 3 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
    relay({ feature: 'vitals', deviceId: 3 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
  });
});
