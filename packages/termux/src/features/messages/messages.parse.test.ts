import { messages } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../core/parse/hostile-text-for-test.ts';
import { localTimeReader } from '../../core/parse/local-time.ts';
import { completeMessages } from './message-threads.ts';
import { parseMessages, type PrintedMessage } from './messages.parse.ts';

const inBerlin = localTimeReader('Europe/Berlin');
const received = {
  threadid: 4,
  type: 'inbox',
  read: false,
  sender: 'Mum',
  address: '+49301234567',
  number: '+49301234567',
  received: '2026-07-15 12:00',
  body: 'Home at 6?',
  _id: 17,
};
const sent = {
  ...received,
  type: 'sent',
  read: true,
  sender: 'You',
  body: 'Yes',
  received: '2026-07-15 12:01:30',
  _id: 18,
};

const parse = (...list: unknown[]) => parseMessages(list, inBerlin);
const rowsOf = (...list: unknown[]) =>
  completeMessages(parse(...list).flatMap(({ row }): PrintedMessage[] => (row === null ? [] : [row])));

describe('printed messages', () => {
  it('are rows of the contract, sent ones with the name of the other side', () => {
    expect(rowsOf(received, sent)).toEqual([
      {
        key: '17',
        address: '+49301234567',
        name: 'Mum',
        body: 'Home at 6?',
        date: '2026-07-15T10:00:00.000Z',
        direction: 'RECEIVED',
        read: false,
      },
      {
        key: '18',
        address: '+49301234567',
        name: 'Mum',
        body: 'Yes',
        date: '2026-07-15T10:01:30.000Z',
        direction: 'SENT',
        read: true,
      },
    ]);
  });

  it('are read in Arabic and Persian digits', () => {
    expect(rowsOf({ ...received, received: '٢٠٢٦-٠٧-١٥ ١٢:٠٠' })).toEqual(rowsOf(received));
    expect(rowsOf({ ...received, received: '۲۰۲۶-۰۷-۱۵ ۱۲:۰۰' })).toEqual(rowsOf(received));
  });

  it('have no name where the address book has none', () => {
    const { sender: _, ...unknown } = received;
    expect(rowsOf(unknown, { ...sent, sender: undefined }).map(({ name }) => name)).toEqual(['', '']);
    expect(rowsOf({ ...received, sender: received.address })[0]?.name).toBe('');
  });

  it('were received or sent: drafts, failed and waiting ones stay on the phone, but count in paging', () => {
    const kept = ['draft', 'failed', 'outbox', '', null].map((type, _id) => Object.assign({}, sent, { type, _id }));
    expect(rowsOf(...kept)).toEqual([]);
    expect(parse(...kept).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('have one spelling of a number per thread, whatever the order', () => {
    const national = { ...sent, address: '030 1234567', _id: 19 };
    for (const list of [
      [received, national],
      [national, received],
    ]) {
      expect(new Set(rowsOf(...list).map(({ address }) => address))).toEqual(new Set(['+49301234567']));
    }
  });

  it('keep the addresses of several people in a thread, and of services', () => {
    const group = { ...sent, address: '+49309999999', _id: 19 };
    const service = { ...received, address: 'BANK-24', _id: 20 };
    expect(rowsOf(received, group, service).map(({ address }) => address)).toEqual([
      '+49301234567',
      'BANK-24',
      '+49309999999',
    ]);
  });

  it('are in the order in which the phone stored them when they are of the same minute', () => {
    const [one, two, three] = [3, 1, 2].map((_id) => Object.assign({}, received, { _id }));
    expect(rowsOf(one, two, three).map(({ key }) => key)).toEqual(['1', '2', '3']);
  });

  it('have a key without an id, which stays when they are read', () => {
    const { _id, ...old } = received;
    const [before] = rowsOf(old);
    expect(before?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(rowsOf({ ...old, read: true })[0]?.key).toBe(before?.key);
    expect(rowsOf({ ...old, body: 'Other' })[0]?.key).not.toBe(before?.key);
  });

  it('are skipped when broken, cut when too long', () => {
    expect(rowsOf(null, 'x', [], {}, { ...received, received: 'today' })).toEqual([]);
    const [long] = rowsOf({ ...received, body: '😀'.repeat(500_000), address: '9'.repeat(999), read: 'maybe' });
    expect([long?.body.length, long?.address.length, long?.read]).toEqual([20_000, 200, false]);
    expect(rowsOf({ ...received, address: null, number: null, body: null })[0]).toMatchObject({
      address: 'Unknown',
      body: '',
    });
  });

  it('are valid, whatever is printed', () => {
    const field = fc.oneof(hostileText, fc.constant(null), fc.integer(), fc.boolean(), fc.object());
    const fields = { threadid: field, read: field, sender: field, address: field, body: field, _id: field };
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), fc.constantFrom('inbox', 'sent'), (printed, type) => {
        const [row] = rowsOf({ ...printed, type, received: received.received });
        expect(messages.record.safeParse(row).success).toBe(true);
        expect(row?.key.length).toBeLessThanOrEqual(200);
      }),
    );
    fc.assert(fc.property(fc.array(fc.anything()), (list) => parse(...list).length === list.length));
  });
});
