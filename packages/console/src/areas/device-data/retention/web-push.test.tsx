import { updateWebPush, type WebPush } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { WebPushCard } from './web-push-card.tsx';

describe('the web push card', () => {
  const sent: boolean[] = [];
  let set: WebPush;
  let box: HTMLElement;

  beforeEach(async () => {
    sent.length = 0;
    set = {
      enabled: false,
      changedBy: null,
      changedAt: null,
      services: ['push.example.org', '*.push.example.com'],
      subscribedDevices: 0,
    };
    queryClient.clear();
    vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
      if (url.endsWith(updateWebPush.path)) {
        const { enabled } = JSON.parse(String(request?.body)) as { enabled: boolean };
        sent.push(enabled);
        const subscribedDevices = enabled ? 1200 : 0;
        set = { ...set, enabled, subscribedDevices, changedBy: 'maria', changedAt: '2026-11-15T10:00:00.000Z' };
      }
      return Response.json({ securityStatus: 'PLAINTEXT', data: set, meta: { has_error: false, message: [] } });
    });
    ({ box } = mount(
      <QueryClientProvider client={queryClient}>
        <WebPushCard />
      </QueryClientProvider>,
    ));
    await act(() => vi.waitUntil(() => box.querySelector('[type=checkbox]') !== null));
  });
  afterEach(() => vi.unstubAllGlobals());

  const pressSwitch = () => act(async () => box.querySelector<HTMLInputElement>('[type=checkbox]')?.click());

  it('explains what push reveals and to whom, turns it on without confirmation, and asks before it turns it off', async () => {
    expect(box.textContent).toContain('The maker of the browser learns that a push was sent');
    expect(box.textContent).toContain('push.example.org');
    await pressSwitch();
    await act(() => vi.waitUntil(() => box.textContent?.includes('Set by maria')));
    expect(sent).toEqual([true]);
    expect(box.textContent).toContain('1,200');
    await pressSwitch();
    expect(sent).toEqual([true]);
    expect(box.textContent).toContain('1,200 devices can be reached by push now.');
    await press(box, 'Keep on');
    expect(sent).toEqual([true]);
    await pressSwitch();
    await press(box, 'Switch off');
    await act(() => vi.waitUntil(() => sent.length === 2));
    expect(sent).toEqual([true, false]);
  });
});
