import { describe, expect, it } from 'vitest';
import { conversation, findMessages, messageThreads } from './features/messages.ts';
import { deviceFeatures, endpoints } from './registry.ts';

const paths = endpoints.map((endpoint) => endpoint.path);

describe('the registry of endpoints', () => {
  it('names each path once', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('[SPEC 7.2] every call is POST except the health check', () => {
    const gets = endpoints.filter((endpoint) => endpoint.method === 'GET').map((endpoint) => endpoint.path);
    expect(gets).toEqual(['/client/v1/api/health/check/panel']);
  });

  it('[SPEC 7.7] the prefix admin/v1/api/ applies to all console calls but the health check', () => {
    const outside = paths.filter((path) => !path.startsWith('/admin/v1/api/'));
    expect(outside).toEqual([
      '/client/v1/api/health/check/panel',
      '/device/v1/api/enrol',
      '/device/v1/api/passcode',
      '/device/v1/api/files/missing',
      '/device/v1/api/tickets/add-messages-with-file',
    ]);
  });

  it('calls that need a session are under authenticated/', () => {
    for (const { path, access } of endpoints) {
      expect(path.includes('/authenticated/'), path).toBe(access !== 'public' && access !== 'device');
    }
  });

  it('[SPEC 7.71, 7.72, 7.73] contacts answer at contact/all, contact/command/update and contact/command/all', () => {
    const { list, update, history } = deviceFeatures.contacts;
    expect([list.path, update.path, history.path]).toEqual([
      '/admin/v1/api/authenticated/contact/all',
      '/admin/v1/api/authenticated/contact/command/update',
      '/admin/v1/api/authenticated/contact/command/all',
    ]);
  });

  it.each([
    ['[SPEC 7.67, 7.68, 7.69]', 'call-logs', 'call-log/all', 'call-log/command/upload', 'call-log/command/all'],
    ['[SPEC 7.74, 7.75, 7.76]', 'calendar-events', 'event/all', 'event/command/update', 'event/command/all'],
    [
      '[SPEC 7.77, 7.78, 7.79]',
      'app-permissions',
      'permission/all',
      'permission/command/update',
      'permission/command/all',
    ],
    [
      '[SPEC 7.47, 7.50, 7.51]',
      'apps',
      'device/app-list',
      'device/command/update-app-list',
      'device/command/app-list/all',
    ],
    [
      '[SPEC 7.48, 7.52, 7.53]',
      'device-info',
      'device/device-info',
      'device/command/update-info',
      'device/command/device-info/all',
    ],
  ] as const)('%s %s answer at %s, %s and %s', (_, id, ...expected) => {
    const { list, update, history } = deviceFeatures[id];
    const found = [list.path, update.path, history.path];
    expect(found).toEqual(expected.map((path) => `/admin/v1/api/authenticated/${path}`));
  });

  it('[SPEC 7.86, 7.87, 7.88] text messages answer at sms/threads, sms/command/all and sms/command/read-sms', () => {
    const { update, history } = deviceFeatures.messages;
    expect([messageThreads.path, history.path, update.path]).toEqual([
      '/admin/v1/api/authenticated/sms/threads',
      '/admin/v1/api/authenticated/sms/command/all',
      '/admin/v1/api/authenticated/sms/command/read-sms',
    ]);
    for (const { access, device } of [messageThreads, conversation, findMessages]) {
      expect(access).toEqual({ permission: 'SMS_READ', level: 'READ_ONLY' });
      expect(device).toEqual({ capability: 'SMS', action: 'READ' });
    }
  });

  it('declares who may use each device feature: reading asks for Read Only, commands for Full Access', () => {
    for (const { permission, list, update, history } of Object.values(deviceFeatures)) {
      expect(list.access).toEqual({ permission, level: 'READ_ONLY' });
      expect(history.access).toEqual({ permission, level: 'READ_ONLY' });
      expect(update.access).toEqual({ permission, level: 'FULL_ACCESS' });
    }
  });

  it('asks for consent wherever personal data is read or a command is sent', () => {
    for (const { capability, list, update } of Object.values(deviceFeatures)) {
      expect(list.device).toEqual({ capability, action: 'READ' });
      expect(update.device).toEqual({ capability, action: 'COMMAND' });
    }
  });

  it('refuses unknown fields on every call', () => {
    for (const { path, input } of endpoints) {
      const outcome = input.safeParse({ surprise: true });
      expect(
        outcome.error?.issues.some((issue) => issue.code === 'unrecognized_keys'),
        path,
      ).toBe(true);
    }
  });
});
