import { describe, expect, it } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { collectMessages } from './messages.collect.ts';

const start = Date.UTC(2020, 0, 1);

/** Message number `nth`, a minute after the one before; every third is sent. */
function messageOf(nth: number) {
  const isSent = nth % 3 === 0;
  return {
    threadid: nth % 40,
    type: isSent ? 'sent' : 'inbox',
    read: true,
    sender: isSent ? 'You' : `Person ${nth % 40}`,
    address: `+155500${nth % 40}00`,
    received: new Date(start + nth * 60_000).toISOString().slice(0, 16).replace('T', ' '),
    body: `Message ${nth}`,
    _id: nth,
  };
}

type Printed = ReturnType<typeof messageOf>;

/** A phone that prints a page as Termux:API does: the newest are counted from, and the oldest of a page stands first. */
function phoneWith(list: Printed[], afterPage?: (offset: number) => void) {
  return testTermux({
    getprop: 'UTC\n',
    'termux-sms-list'([, limit, , offset]) {
      const end = list.length - Number(offset);
      const page = end <= 0 ? [] : list.slice(Math.max(0, end - Number(limit)), end);
      afterPage?.(Number(offset));
      return JSON.stringify(page);
    },
  });
}

const many = (count: number) => Array.from({ length: count }, (_, nth) => messageOf(nth));

const collect = (output: string) => collectMessages(testTermux({ 'termux-sms-list': output }))();

describe('the text messages of a phone', () => {
  const counts = [
    [3000, {}],
    [50_000, { tags: 'full' }],
  ] as const;
  for (const [count, options] of counts) {
    it(`are all read: ${count}`, options, async () => {
      const termux = phoneWith(many(count));
      const rows = await collectMessages(termux)();
      expect(rows).toHaveLength(count);
      expect(rows.findIndex(({ key }, nth) => key !== String(nth))).toBe(-1);
      expect(rows[0]).toMatchObject({ direction: 'SENT', name: 'Person 0', date: '2020-01-01T00:00:00.000Z' });
      expect(rows[3]).toMatchObject({ direction: 'SENT', name: 'Person 3', body: 'Message 3' });
      expect(termux.calls[1]).toEqual(['termux-sms-list', '-l', '1000', '-o', '0', '-t', 'all']);
    });
  }

  it('are neither doubled nor lost when some arrive while they are read', async () => {
    const list = many(5000);
    const rows = await collectMessages(phoneWith(list, () => list.length < 5060 && list.push(...arrivals(list, 20))))();
    expect(rows.map(({ key }) => key)).toEqual(list.map(({ _id }) => String(_id)));
  });

  it('are not lost when others are deleted while they are read', async () => {
    const list = many(5000);
    const rows = await collectMessages(phoneWith(list, (offset) => offset === 950 && list.splice(-1500)))();
    const keys = new Set(rows.map(({ key }) => key));
    expect(list.filter(({ _id }) => !keys.has(String(_id)))).toEqual([]);
    expect(keys.size).toBe(rows.length);
  });

  it('stop being read when the command is cancelled', async () => {
    const abort = new AbortController();
    const termux = phoneWith(many(50_000), () => abort.abort());
    const work = { signal: abort.signal } as Parameters<ReturnType<typeof collectMessages>>[0];
    await expect(collectMessages(termux)(work)).rejects.toThrow('aborted');
    expect(termux.calls.filter(([program]) => program === 'termux-sms-list')).toHaveLength(1);
  });

  it('fail with the reason', async () => {
    await expect(collect('{"error":"Please grant the following permissions"}')).rejects.toMatchObject({
      kind: 'PERMISSION',
    });
    await expect(collect('{"API_ERROR":"no"}')).rejects.toMatchObject({ kind: 'FAILED' });
    await expect(collect('')).rejects.toMatchObject({ kind: 'UNREADABLE' });
    expect(await collect('[]')).toEqual([]);
  });
});

function arrivals(list: readonly Printed[], count: number): Printed[] {
  return Array.from({ length: count }, (_, place) => messageOf(list.length + place));
}
