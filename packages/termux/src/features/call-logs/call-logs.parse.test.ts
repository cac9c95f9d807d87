import { callLogs } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../core/parse/hostile-text-for-test.ts';
import { localTimeReader } from '../../core/parse/local-time.ts';
import { parseCalls, parseDuration } from './call-logs.parse.ts';

const inBerlin = localTimeReader('Europe/Berlin');
const call = {
  name: 'Mum',
  phone_number: '+49301234567',
  type: 'INCOMING',
  date: '2026-07-15 12:00:05',
  duration: '01:02:03',
  sim_id: '89490200001234567890',
};
const row = (printed: unknown, read = inBerlin) => parseCalls([printed], read)[0]?.row;

const stateOf = (type: unknown, duration = '00:00') => row({ ...call, type, duration })?.state;

describe('a printed call', () => {
  it('is a row of the contract, without the number of the SIM card', () => {
    expect(row(call)).toEqual({
      key: expect.any(String),
      name: 'Mum',
      phoneNumber: '+49301234567',
      duration: 3723,
      date: '2026-07-15T10:00:05.000Z',
      state: 'INCOMING',
    });
  });

  it('has one of the states of the contract', () => {
    const types = ['OUTGOING', 'MISSED', 'VOICEMAIL', 'REJECTED', 'BLOCKED', 'ANSWERED_EXTERNALLY'];
    expect(types.map((type) => stateOf(type))).toEqual([
      'OUTGOING',
      'MISSED',
      'MISSED',
      'REJECTED',
      'REJECTED',
      'INCOMING',
    ]);
    expect([stateOf('UNKNOWN_TYPE', '00:07'), stateOf('UNKNOWN_TYPE'), stateOf(null)]).toEqual([
      'INCOMING',
      'MISSED',
      'MISSED',
    ]);
  });

  it('is read in Arabic and Persian digits', () => {
    expect(row({ ...call, date: '٢٠٢٦-٠٧-١٥ ١٢:٠٠:٠٥', duration: '٠١:٠٢:٠٣' })).toEqual(row(call));
    expect(row({ ...call, date: '۲۰۲۶-۰۷-۱۵ ۱۲:۰۰:۰۵', duration: '۰۱:۰۲:۰۳' })).toEqual(row(call));
  });

  it('keeps its key when a contact is renamed and when the phone travels', () => {
    expect(row({ ...call, name: 'Mother' })?.key).toBe(row(call)?.key);
    expect(row({ ...call, date: '2026-07-15 19:00:05' }, localTimeReader('Asia/Tokyo'))).toEqual(row(call));
    expect(row({ ...call, date: '2026-07-15 12:00:06' })?.key).not.toBe(row(call)?.key);
  });

  it('has no name when nobody is known, and no number when it is withheld', () => {
    expect(row({ ...call, name: 'UNKNOWN_CALLER', phone_number: null })).toMatchObject({ name: '', phoneNumber: '' });
  });

  it('is skipped when broken', () => {
    expect(
      [null, [], 'x', {}, { ...call, date: 'yesterday' }, { ...call, date: null }].map((each) => row(each)),
    ).toEqual(Array.from({ length: 6 }, () => null));
  });

  it('is valid, whatever is printed', () => {
    const field = fc.oneof(hostileText, fc.constant(null), fc.integer(), fc.constantFrom('9'.repeat(999)));
    const printed = fc.record({ name: field, phone_number: field, type: field, duration: field }, { requiredKeys: [] });
    fc.assert(
      fc.property(printed, (fields) => {
        expect(callLogs.record.safeParse(row({ ...fields, date: call.date })).success).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.array(fc.anything()), (list) => parseCalls(list, inBerlin).length === list.length));
  });
});

describe('a duration', () => {
  it('is hours, minutes and seconds', () => {
    expect(['00:00', '00:59', '12:34', '01:00:00', '٠٢:٠٥', ' 100:00:01 '].map(parseDuration)).toEqual([
      0, 59, 754, 3600, 125, 360_001,
    ]);
  });

  it('is 0 where there is none, and fits a column of 32 bits', () => {
    expect(['', '5', 'a:b', '-1:00', null, 7, '1'.repeat(1_000_000)].map(parseDuration)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(parseDuration('999999:00:00')).toBe(2 ** 31 - 1);
  });
});
