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

  it('declares that whoever may read text messages may read threads and conversations', () => {
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
