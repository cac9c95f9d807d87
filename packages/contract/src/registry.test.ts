import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { capabilityNames } from './core/access/capabilities.ts';
import { featurePermissions } from './core/access/permissions.ts';
import { canAskFor } from './shared/ask-consent.ts';
import { endpoint } from './shared/endpoint.ts';
import { endpoints } from './registry.ts';

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
      '/device/v1/api/files/missing',
      '/device/v1/api/guardian',
      '/device/v1/api/guardian/decline',
      '/device/v1/api/guardian/sign',
      '/device/v1/api/guardian/withdraw',
      '/device/v1/api/passcode',
      '/device/v1/api/tickets/add-messages-with-file',
      '/device/v1/api/watches',
    ]);
  });

  it('calls that need a session are under authenticated/', () => {
    for (const { path, access } of endpoints) {
      expect(path.includes('/authenticated/'), path).toBe(access !== 'public' && access !== 'device');
    }
  });

  it.each(capabilityNames)('lets some admin ask a person to share %s', (capability) => {
    const featureAccessDTOs = featurePermissions.map(
      (featurePermission) => ({ featurePermission, featureAccess: 'FULL_ACCESS' }) as const,
    );
    expect(canAskFor({ adminRole: 'ADMIN', featureAccessDTOs }, capability)).toBe(true);
  });

  it('has a fact for each question: a declaration without one does not compile', () => {
    const facts = {
      path: 'new',
      access: 'admin',
      summary: 'New',
      input: z.strictObject({}),
      output: z.null(),
    } as const;
    expect(endpoint({ ...facts, tells: [], log: 'settings' })).toMatchObject({
      answers: null,
      staleBy: [],
      commands: [],
    });
    // @ts-expect-error It does not say which line the log gets.
    endpoint({ ...facts, tells: [] });
    // @ts-expect-error It does not say what it tells of.
    endpoint({ ...facts, log: 'settings' });
    // @ts-expect-error It tells of devices and does not say what.
    endpoint({ ...facts, tells: ['DEVICE'], log: 'settings' });
    // @ts-expect-error It is logged as a read without words.
    endpoint({ ...facts, tells: ['DEVICE'], answers: 'names', log: { action: 'READ' } });
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
