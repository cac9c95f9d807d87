import type { callLogs, callTotals, OutputOf } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns, talkTimeText } from './call-logs.columns.tsx';
import texts from './call-logs.texts.json';
import { CallSummary } from './call-summary.tsx';

addTexts('call-logs', texts);
afterEach(() => void vi.unstubAllGlobals());

it.each([
  [0, '0 s'],
  [9, '9 s'],
  [35, '35 s'],
  [245, '4 min 5 s'],
  [4320, '1 h 12 min'],
])('people who talked %d seconds talked %s', (seconds, text) => expect(talkTimeText(seconds)).toBe(text));

type Call = OutputOf<typeof callLogs.list>[number];
const columnOf = (key: keyof Call) => columns.find((column) => column.key === key);

it('a call that nobody answered has no duration, and a number without a name says so', () => {
  const call = { name: '', duration: 0 } as Call;
  expect(columnOf('duration')?.text?.(call)).toBe('');
  expect(columnOf('duration')?.text?.({ ...call, duration: 35 })).toBe('35 s');
  expect(mount(<>{columnOf('name')?.cell?.(call)}</>).box.textContent).toBe('Not in contacts');
  expect(mount(<>{columnOf('name')?.cell?.({ ...call, name: 'Mum' })}</>).box.textContent).toContain('Mum');
});

it('sums up the calls that match: how many, how long, and each state with its talk time where there is any', async () => {
  const data: OutputOf<typeof callTotals> = {
    calls: 1234,
    duration: 4320,
    byState: {
      OUTGOING: { calls: 1000, duration: 4075 },
      INCOMING: { calls: 200, duration: 245 },
      MISSED: { calls: 30, duration: 0 },
      REJECTED: { calls: 4, duration: 0 },
    },
  };
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <CallSummary deviceId={3} search="" filter={{}} />
    </QueryClientProvider>,
  );
  expect([...box.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(Array(6).fill('–'));
  await act(() => vi.waitUntil(() => box.querySelector('[aria-busy=false]') !== null));
  expect([...box.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'Calls1,234',
    'Talk time1 h 12 min',
    'Outgoing1,0001 h 7 min',
    'Incoming2004 min 5 s',
    'Missed30',
    'Rejected4',
  ]);
});
