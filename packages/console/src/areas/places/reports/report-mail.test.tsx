import { ownZone, reportMail, updateReportMail, type ReportMail, type WatchTarget } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { ReportMailSwitch } from './report-mail.tsx';
import texts from './reports.texts.json';

addTexts('reports', texts);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const vans: WatchTarget = { for: 'GROUP', groupId: 4 };
const mailed = { target: vans, targetName: 'Vans', devices: 3, zone: 'Europe/Berlin', lastSentAt: null };

/** A server that has this report, and what it was asked to change. */
async function open(answer: ReportMail, target: WatchTarget = vans) {
  const changes: unknown[] = [];
  let current = answer;
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (String(url).endsWith(updateReportMail.path)) {
      const { mail } = JSON.parse(body) as { mail: { target: WatchTarget; zone: string } | null };
      changes.push(mail);
      current = { ...current, report: mail && { ...mailed, ...mail } };
      return Response.json({ data: null, meta: { message: [] } });
    }
    expect(String(url)).toContain(reportMail.path);
    return Response.json({ data: current, meta: { message: [] } });
  });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <ReportMailSwitch target={target} words="group Vans" />
    </QueryClientProvider>,
  );
  const input = () => box.querySelector<HTMLInputElement>('input');
  await vi.waitFor(() => expect(input()).not.toBeNull());
  return { box, input, changes };
}

it('is switched on for the chosen devices, and off again', async () => {
  const { box, input, changes } = await open({ mail: 'READY', report: null });
  expect([input()?.checked, input()?.disabled]).toEqual([false, false]);
  expect(box.textContent).toContain('Mail is not encrypted on its way.');
  await act(async () => input()?.click());
  await vi.waitFor(() => expect(input()?.checked).toBe(true));
  expect(changes).toEqual([{ target: vans, zone: ownZone() }]);
  expect(box.textContent).toContain('group Vans.');
  await act(async () => input()?.click());
  await vi.waitFor(() => expect(input()?.checked).toBe(false));
  expect(changes.at(-1)).toBeNull();
});

it.each([
  ['NO_SERVER', 'no mail server (SMTP_URL)'],
  ['NO_ADDRESS', 'your account has no email address'],
] as const)('says why it cannot be switched on: %s', async (mail, words) => {
  const { box, input } = await open({ mail, report: null });
  expect(input()?.disabled).toBe(true);
  expect(box.textContent).toContain(words);
});

it('can be switched off without a mail server', async () => {
  const { input } = await open({ mail: 'NO_SERVER', report: mailed });
  expect([input()?.checked, input()?.disabled]).toEqual([true, false]);
});

it('is about other devices than those shown until it is changed', async () => {
  const { box, changes } = await open({
    mail: 'READY',
    report: { ...mailed, target: { for: 'ALL' }, targetName: null },
  });
  expect(box.textContent).toContain('all devices.');
  const change = box.querySelector('button');
  expect(change?.textContent).toBe('Mail this choice instead: group Vans');
  await act(async () => change?.click());
  await vi.waitFor(() => expect(box.querySelector('button')).toBeNull());
  expect(changes).toEqual([{ target: vans, zone: ownZone() }]);
});
