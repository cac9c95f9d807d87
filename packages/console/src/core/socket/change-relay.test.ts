import {
  auditList,
  contacts,
  deviceFeatures,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  profile,
  userDetail,
  userList,
} from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { createChangeRelay } from './change-relay.ts';
import { endpointsOf } from './changes.ts';

type Refetch = Parameters<typeof createChangeRelay>[0];

describe('what a change touches', () => {
  it('a feature: its list', () => {
    for (const feature of Object.values(deviceFeatures)) expect(endpointsOf(feature.id)).toEqual([feature.list]);
  });

  it('devices: the list, the open device, the figures, and the people who carry them', () => {
    expect(endpointsOf('devices')).toEqual([deviceList, deviceSummary, profile, userList, userDetail]);
    expect(endpointsOf('users')).toEqual([userList, userDetail]);
  });

  it('commands: every history, the open commands and the log', () => {
    expect(endpointsOf('commands')).toContain(auditList);
    expect(endpointsOf('commands')).toContain(nonFinalCommands);
    for (const { history } of Object.values(deviceFeatures)) expect(endpointsOf('commands')).toContain(history);
  });

  it('a word from a newer server: nothing', () => {
    expect(endpointsOf('horoscopes')).toEqual([]);
    expect(endpointsOf('constructor')).toEqual([]);
  });
});

describe('change relay', () => {
  it('reads the list of that device again', () => {
    const refetch = vi.fn<Refetch>(() => Promise.resolve());
    createChangeRelay(refetch)({ feature: 'contacts', deviceId: 3 });
    expect(refetch.mock.calls).toEqual([[contacts.list, 3]]);
  });

  it('reads lists that are about no single device whole', () => {
    const refetch = vi.fn<Refetch>(() => Promise.resolve());
    createChangeRelay(refetch)({ feature: 'devices', deviceId: 3 });
    expect(refetch.mock.calls).toEqual([
      [deviceList, undefined],
      [deviceSummary, 3],
      [profile, undefined],
      [userList, undefined],
      [userDetail, undefined],
    ]);
  });

  it('merges what changes while it is reading, and reads that once more', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const refetch = vi.fn<Refetch>(() => promise);
    const relay = createChangeRelay(refetch);
    relay({ feature: 'contacts', deviceId: 3 });
    for (let times = 0; times < 1000; times += 1) relay({ feature: 'contacts', deviceId: 3 });
    relay({ feature: 'contacts', deviceId: 4 });
    expect(refetch).toHaveBeenCalledTimes(1);
    resolve();
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(3));
    expect(refetch.mock.calls.slice(1)).toEqual([
      [contacts.list, 3],
      [contacts.list, 4],
    ]);
  });

  it('goes on after a read that failed', async () => {
    const refetch = vi.fn<Refetch>(() => Promise.reject(new Error('no network')));
    const relay = createChangeRelay(refetch);
    relay({ feature: 'contacts', deviceId: 3 });
    relay({ feature: 'contacts', deviceId: 3 });
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
  });
});
