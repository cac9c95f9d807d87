import { describe, expect, it } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { collectCallLogs } from './call-logs.collect.ts';

interface PrintedCall {
  name: string;
  phone_number: string;
  type: string;
  date: string;
  duration: string;
  sim_id: string;
}

const start = Date.UTC(2026, 0, 1);

/** Call number `nth`, a minute after the one before. */
function callOf(nth: number): PrintedCall {
  const date = new Date(start + nth * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  return {
    name: 'UNKNOWN_CALLER',
    phone_number: `+1555${nth}`,
    type: 'OUTGOING',
    date,
    duration: '00:10',
    sim_id: '1',
  };
}

/** A phone that prints a page as Termux:API does: the newest are counted from, and the oldest of a page stands first. */
function phoneWith(calls: PrintedCall[], afterPage?: () => void) {
  return testTermux({
    getprop: 'UTC\n',
    'termux-call-log'([, limit, , offset]) {
      const page = calls.toReversed().slice(Number(offset), Number(offset) + Number(limit));
      afterPage?.();
      return JSON.stringify(page.toReversed());
    },
  });
}

const collect = (output: string) => collectCallLogs(testTermux({ 'termux-call-log': output }))();
const manyCalls = (count: number) => Array.from({ length: count }, (_, nth) => callOf(nth));

describe('the call log of a phone', () => {
  it('is read to its end, oldest first', async () => {
    const termux = phoneWith(manyCalls(2500));
    const rows = await collectCallLogs(termux)();
    expect(rows.map(({ phoneNumber }) => phoneNumber)).toEqual(manyCalls(2500).map((each) => each.phone_number));
    expect(rows[0]?.date).toBe('2026-01-01T00:00:00.000Z');
    expect(termux.calls[1]).toEqual(['termux-call-log', '-l', '1000', '-o', '0']);
  });

  it('has a call that comes in between two pages, once', async () => {
    const calls = manyCalls(2500);
    let next = 2500;
    const rows = await collectCallLogs(phoneWith(calls, () => next < 2502 && calls.push(callOf(next++))))();
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2502);
    expect(rows).toHaveLength(2502);
  });

  it('keeps its keys from one Update to the next', async () => {
    const collect = collectCallLogs(phoneWith(manyCalls(3)));
    const keys = (await collect()).map(({ key }) => key);
    expect((await collect()).map(({ key }) => key)).toEqual(keys);
  });

  it('fails with the reason', async () => {
    await expect(collect('{"error":"Please grant the following permission"}')).rejects.toMatchObject({
      kind: 'PERMISSION',
    });
    await expect(collect('null')).rejects.toMatchObject({ kind: 'UNREADABLE' });
    expect(await collect('[]')).toEqual([]);
  });
});
