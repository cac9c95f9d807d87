import {
  auditReport,
  loadAuditCheck,
  startAuditCheck,
  stopAuditCheck,
  type AdminDeed,
  type AuditCheck,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { AuditCheckPage } from './audit-check.tsx';

const running: AuditCheck = {
  state: 'RUNNING',
  startedBy: 'olga',
  startedAt: '2026-11-15T10:00:00.000Z',
  finishedAt: null,
  checked: 500,
  total: 2000,
  faults: [],
  summaries: [],
};
const deeds: AdminDeed[] = [
  { who: 'olga', action: 'READ', about: 'Contacts', times: 12 },
  { who: 'olga', action: 'REFUSED_READ', about: 'Location', times: 1 },
];
let check: AuditCheck | null;
const called: string[] = [];

beforeEach(() => {
  check = null;
  called.length = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    called.push(url);
    if (url.endsWith(startAuditCheck.path)) check = running;
    if (url.endsWith(stopAuditCheck.path)) check = { ...running, state: 'STOPPED', finishedAt: running.startedAt };
    const data = url.endsWith(auditReport.path) ? deeds : { check };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(): Promise<HTMLElement> {
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <AuditCheckPage />
    </QueryClientProvider>,
  );
  await act(() => vi.waitUntil(() => box.querySelectorAll('tbody tr').length === deeds.length));
  return box;
}

const shows = (box: HTMLElement, text: string) => act(() => vi.waitUntil(() => box.textContent?.includes(text)));

it('starts a check, says how far it is, and stops it', async () => {
  const box = await open();
  await shows(box, 'was not checked here yet');
  await press(box, 'Check the log now');
  await shows(box, '500 of 2,000 entries');
  expect(box.querySelector('progress')?.value).toBe(500);
  await press(box, 'Stop');
  await shows(box, 'The check was stopped.');
  expect(box.querySelector('progress')).toBeNull();
});

it('shows the result with what was found, and what it proves against whom', async () => {
  check = {
    ...running,
    state: 'BROKEN',
    finishedAt: running.startedAt,
    faults: ['Device 7, entry 2: changed, its content does not fit its hash.'],
    summaries: ['Device logs: 2000 entries of 4 devices checked, 2000 of them with the key; broken places: 1.'],
  };
  const box = await open();
  await shows(box, 'The log is not as it was written.');
  expect(box.textContent).toContain('Device 7, entry 2: changed');
  expect(box.textContent).toContain('broken places: 1');
  expect(box.querySelectorAll('dl > div')).toHaveLength(4);
  expect(called.filter((url) => url.endsWith(loadAuditCheck.path))).toHaveLength(1);
});

it('prints who did what how often, with what was refused', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const box = await open();
  const rows = [...box.querySelectorAll('tbody tr')].map(({ children }) =>
    Array.from(children, (cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['Looked', 'Contacts', '12'],
    ['Look refused', 'Location', '1'],
  ]);
  await press(box, 'Print');
  expect(print).toHaveBeenCalledOnce();
});
