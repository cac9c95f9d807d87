import { contacts, defaultPolicies, giveReason, loadReason, type ReasonMode } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../api/client.ts';
import { setDeviceGate } from '../api/device-gate.ts';
import { queryClient } from '../api/query.ts';
import { reasonGate } from './reason-gate.ts';
import { openQuestions } from './reason-store.ts';

const deviceId = 7;
let mode: ReasonMode;
let given: { reason: string; expiresAt: string } | null;
let made: string[];

const answer = (data: unknown) =>
  Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });

beforeEach(() => {
  [mode, given, made] = ['ASKED', null, []];
  localStorage.clear();
  queryClient.clear();
  setDeviceGate(reasonGate);
  vi.stubGlobal('fetch', async (url: string) => {
    made.push(url);
    if (url.endsWith(giveReason.path))
      given = { reason: 'Lost', expiresAt: new Date(Date.now() + 60_000).toISOString() };
    if (!url.endsWith(loadReason.path)) return answer([]);
    return answer({ policies: { ...defaultPolicies, CONTACTS: { reason: mode, approval: false } }, given });
  });
});
afterEach(() => {
  setDeviceGate(null);
  vi.unstubAllGlobals();
});

const read = (signal?: AbortSignal) => call(contacts.list, { deviceId }, signal);
const reads = () => made.filter((url) => url.endsWith(contacts.list.path)).length;
const asked = () => vi.waitFor(() => expect(openQuestions.get()).toHaveLength(1));

describe('the question why', () => {
  it('comes once before all calls about a device, which go on by themselves', async () => {
    mode = 'REQUIRED';
    const both = Promise.all([read(), call(contacts.update, { deviceId })]);
    await asked();
    expect(reads()).toBe(0);
    await call(giveReason, { deviceId, reason: 'Lost' });
    queryClient.clear();
    openQuestions.get()[0]?.settle('given');
    await both;
    expect(reads()).toBe(1);
    await read();
    expect(openQuestions.get()).toEqual([]);
  });

  it('can be put aside where it is only asked, and does not come back soon', async () => {
    const first = read();
    await asked();
    openQuestions.get()[0]?.settle('skipped');
    await first;
    await read();
    expect(reads()).toBe(2);
  });

  it('keeps the call back where the answer is required', async () => {
    mode = 'REQUIRED';
    const refused = read();
    await asked();
    openQuestions.get()[0]?.settle('cancelled');
    await expect(refused).rejects.toMatchObject({ code: 'reason_required' });
    expect(reads()).toBe(0);
  });

  it('goes from the screen with the page that asked', async () => {
    const leaving = new AbortController();
    const left = read(leaving.signal);
    await asked();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(openQuestions.get()).toEqual([]);
    expect(reads()).toBe(0);
  });

  it('is not asked where the owner asks none', async () => {
    mode = 'NONE';
    await read();
    expect(reads()).toBe(1);
  });
});
