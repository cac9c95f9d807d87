import { deviceGrants, deviceSummary, overview, pairDeviceInfo } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { startOverviewCalls } from './overview.view.tsx';

const calls = [deviceSummary, overview, deviceGrants, pairDeviceInfo];
const asked = vi.fn<(path: string, body: unknown) => void>();

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    asked(url, JSON.parse(String(request.body)));
    return Response.json({ securityStatus: 'PLAINTEXT', data: {}, meta: { has_error: false } });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('makes the calls of the overview once, each about this device and none that may ask for a reason', async () => {
  startOverviewCalls(7, {});
  startOverviewCalls(7, {});
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked.mock.calls).toEqual(calls.map(({ path }) => [path, { deviceId: 7 }]));
  expect(calls.map(({ device }) => device?.capability)).toEqual(calls.map(() => null));
});

it('makes none for the log of the device, which has other calls', () => {
  startOverviewCalls(7, { tab: 'audit' });
  expect(asked).not.toHaveBeenCalled();
});
