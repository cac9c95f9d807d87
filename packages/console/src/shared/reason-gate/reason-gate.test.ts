import { apps, contacts, defaultPolicies, giveReason, loadReason, type ReasonMode } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../core/api/client.ts';
import { admitCalls, setDeviceGate } from '../../core/api/device-gate.ts';
import { queryClient } from '../../core/api/query.ts';
import { reasonGate } from './reason-gate.ts';
import { openQuestions } from './reason-store.ts';

const deviceId = 7;
let mode: ReasonMode;
let given: { capability: string; reason: string; expiresAt: string; validMs: number }[];
let requestedUrls: string[];

const answer = (data: unknown) =>
  Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });

beforeEach(() => {
  [mode, given, requestedUrls] = ['ASKED', [], []];
  localStorage.clear();
  queryClient.clear();
  setDeviceGate(reasonGate);
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    if (url.endsWith(giveReason.path)) {
      // The server's clock is an hour behind that of this browser.
      const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
      given = [{ capability: 'CONTACTS', reason: 'Lost', expiresAt, validMs: 60_000 }];
    }
    if (!url.endsWith(loadReason.path)) return answer([]);
    return answer({
      policies: {
        ...defaultPolicies,
        CONTACTS: { reason: mode, approval: false },
        APPS: { reason: mode, approval: false },
      },
      given,
    });
  });
});
afterEach(() => {
  setDeviceGate(null);
  vi.unstubAllGlobals();
});

const read = (signal?: AbortSignal) => call(contacts.list, { deviceId }, signal);
const countReads = () => requestedUrls.filter((url) => url.endsWith(contacts.list.path)).length;
const waitForQuestion = () => vi.waitFor(() => expect(openQuestions.get()).toHaveLength(1));

describe('the question for a reason', () => {
  it('is asked once for all calls about a device, which continue after the answer', async () => {
    mode = 'REQUIRED';
    const both = Promise.all([read(), call(contacts.update, { deviceId })]);
    await waitForQuestion();
    expect(countReads()).toBe(0);
    await call(giveReason, { deviceId, capability: 'CONTACTS', reason: 'Lost' });
    queryClient.clear();
    openQuestions.get()[0]?.settle('given');
    await both;
    expect(countReads()).toBe(1);
    await read();
    expect(openQuestions.get()).toEqual([]);
  });

  it('is asked again for another kind of data', async () => {
    mode = 'REQUIRED';
    await call(giveReason, { deviceId, capability: 'CONTACTS', reason: 'Lost' });
    await read();
    const other = call(apps.list, { deviceId });
    await waitForQuestion();
    expect(openQuestions.get()[0]?.kinds).toEqual(['APPS']);
    openQuestions.get()[0]?.settle('cancelled');
    await expect(other).rejects.toMatchObject({ code: 'reason_required' });
  });

  it('is asked once for all kinds that a page reads at once', async () => {
    const controller = new AbortController();
    const both = Promise.allSettled([read(controller.signal), call(apps.list, { deviceId }, controller.signal)]);
    await vi.waitFor(() => expect(openQuestions.get()[0]?.kinds.toSorted()).toEqual(['APPS', 'CONTACTS']));
    expect(openQuestions.get()).toHaveLength(1);
    controller.abort();
    await both;
    expect(openQuestions.get()).toEqual([]);
  });

  it('is asked once for all kinds of one use', async () => {
    const uses = [contacts.update, apps.update, contacts.list];
    const admitted = admitCalls(uses.map((endpoint) => ({ endpoint, input: { deviceId }, signal: undefined })));
    await waitForQuestion();
    expect(openQuestions.get()[0]?.kinds).toEqual(['CONTACTS', 'APPS']);
    openQuestions.get()[0]?.settle('skipped');
    await admitted;
    expect(openQuestions.get()).toEqual([]);
  });

  it('can be skipped where it is optional, and is not asked again soon', async () => {
    const first = read();
    await waitForQuestion();
    openQuestions.get()[0]?.settle('skipped');
    await first;
    await read();
    expect(countReads()).toBe(2);
  });

  it('fails the call without an answer where it is required', async () => {
    mode = 'REQUIRED';
    const refused = read();
    await waitForQuestion();
    openQuestions.get()[0]?.settle('cancelled');
    await expect(refused).rejects.toMatchObject({ code: 'reason_required' });
    expect(countReads()).toBe(0);
  });

  it('is closed when the call is aborted', async () => {
    const controller = new AbortController();
    const aborted = read(controller.signal);
    await waitForQuestion();
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(openQuestions.get()).toEqual([]);
    expect(countReads()).toBe(0);
  });

  it('is not asked where the policy requires none', async () => {
    mode = 'NONE';
    await read();
    expect(countReads()).toBe(1);
  });
});
