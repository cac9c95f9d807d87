import { deviceVisits, visitEntries, type LogEntry, type LogVisit } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { DeviceLog } from './device-log.tsx';
import texts from './overview.texts.json';

addTexts('overview', texts);

const at = '2026-11-10T14:02:00.000Z';
const visit = (last: number, summary: string): LogVisit => {
  return { first: last - 1, last, from: at, to: at, who: 'maria', entries: 2, summary };
};
const entry = (sequence: number, what: string): LogEntry => {
  return { sequence, recordedAt: at, who: 'maria', action: 'READ', what };
};

describe('the log of a device', () => {
  const requests: { path: string; body: Record<string, unknown> }[] = [];
  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      const path = String(url);
      const body = JSON.parse(String(request.body)) as Record<string, unknown>;
      requests.push({ path, body });
      const isFirst = body['before'] === undefined;
      const data = path.endsWith(deviceVisits.path)
        ? { visits: [isFirst ? visit(9, 'read 3 conversations') : visit(5, 'looked at contacts')], more: isFirst }
        : { entries: [isFirst ? entry(9, 'read Mum') : entry(8, 'read Dad')], more: isFirst };
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('shows visits as sentences, loads more, and expands and collapses each with an accessible button', async () => {
    const { box } = mount(
      <QueryClientProvider client={queryClient}>
        <DeviceLog deviceId={3} />
      </QueryClientProvider>,
    );
    await vi.waitFor(() => expect(box.textContent).toContain('read 3 conversations'));
    await press(box, 'Earlier visits');
    await vi.waitFor(() => expect(box.textContent).toContain('looked at contacts'));
    expect(requests.filter(({ path }) => path.endsWith(deviceVisits.path)).map(({ body }) => body)).toEqual([
      { deviceId: 3 },
      { deviceId: 3, before: 9 },
    ]);
    expect(box.textContent).not.toContain('Earlier visits');

    const button = box.querySelector<HTMLButtonElement>('button[aria-expanded]');
    expect(button?.textContent).toContain('maria');
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    await act(async () => button?.click());
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    await vi.waitFor(() => expect(box.textContent).toContain('read Mum'));
    expect(box.querySelector(`[id="${button?.getAttribute('aria-controls')}"]`)?.textContent).toContain('read Mum');
    await press(box, 'Earlier entries');
    await vi.waitFor(() => expect(box.textContent).toContain('read Dad'));
    expect(requests.filter(({ path }) => path.endsWith(visitEntries.path)).map(({ body }) => body)).toEqual([
      { deviceId: 3, first: 8, last: 9 },
      { deviceId: 3, first: 8, last: 9, before: 9 },
    ]);
    await act(async () => button?.click());
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    expect(box.textContent).not.toContain('read Mum');
  });
});
