import {
  auditActions,
  contacts,
  conversation,
  createSchedule,
  createZone,
  deleteFile,
  deviceList,
  endpoints,
  findMessages,
  gallery,
  locationTrack,
  messages,
  messageThreads,
  contentSubject,
  ticketMessages,
  toAdmin,
  dayWords,
  periodWords,
  type AuditDetails,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { logWords } from './log-words.ts';

const mum = 'the conversation with Mum';
const reads: [path: string, details: AuditDetails, words: string][] = [
  [conversation.path, { object: mum, count: 537, total: 537 }, 'read the conversation with Mum (537 messages)'],
  [conversation.path, { object: mum, count: 100, total: 537 }, 'read the conversation with Mum (100 of 537 messages)'],
  [
    conversation.path,
    { object: mum, count: 100, total: 537, place: 'older' },
    'read on in the conversation with Mum (100 of 537 messages)',
  ],
  [
    findMessages.path,
    { object: mum, search: 'tea', count: 1 },
    "searched the conversation with Mum for 'tea' (1 found)",
  ],
  [messages.list.path, { search: 'invoice', count: 12, total: 12 }, "searched text messages for 'invoice' (12 found)"],
  [
    messageThreads.path,
    { search: 'invoice', count: 2, total: 2 },
    "searched text messages for 'invoice' (2 conversations found)",
  ],
  [messages.list.path, { how: 'EXPORT', count: 1921 }, 'exported 1,921 text messages'],
  [messages.list.path, { how: 'EXPORT', count: 537, object: 'with Mum' }, 'exported 537 text messages with Mum'],
  [
    contacts.list.path,
    { how: 'EXPORT', count: 10_000, atLeast: 'yes', search: 'a' },
    "exported at least 10,000 contacts found for 'a'",
  ],
  [contacts.list.path, { count: 20, total: 48 }, 'looked at contacts (20 of 48)'],
  [contacts.list.path, { count: 8, total: 48, page: 3 }, 'looked at contacts, page 3 (8 of 48)'],
  [gallery.list.path, { count: 60, total: 60, filter: 'only photo' }, 'looked at photos and videos, only photo (60)'],
  [
    locationTrack.path,
    { object: 'Sunday 15 November', count: 240, total: 240 },
    'looked at Sunday 15 November: 240 points',
  ],
  [contentSubject('GALLERY'), { object: 'photo IMG_2041', how: 'OPEN' }, 'opened photo IMG_2041'],
  [contentSubject('FILES'), { object: 'Documents/contract.pdf', how: 'SAVE' }, 'downloaded Documents/contract.pdf'],
  [
    deviceList.path,
    { search: 'anna@' },
    "searched devices for 'anna@' and saw this device in the list of devices: its name and kind, its model and battery if you share them, and how you can be reached",
  ],
];

describe('the words of the log', () => {
  it.each(reads)('say of %s with %o: %s', (subject, details, words) => {
    expect(logWords({ action: 'READ', subject, details })).toBe(words);
  });

  it('say why, and who agreed', () => {
    const details = { object: 'a.pdf', commandType: 'DELETE_FILE', reason: 'Lost phone', approvedBy: 'olga' };
    const line = { action: 'COMMAND', subject: deleteFile.path, details };
    expect(logWords({ ...line, step: 'DONE' })).toBe('deleted a.pdf; reason: "Lost phone"; olga agreed');
    expect(logWords({ ...line, action: 'CANCEL', details: { object: 'a.pdf', commandType: 'DELETE_FILE' } })).toBe(
      'cancelled the request to delete a.pdf',
    );
  });

  it('say what watches the device, and what a schedule asked for', () => {
    const set = { action: 'SCHEDULE', subject: createSchedule.path } as const;
    const plan = { schedule: 'Round', title: 'Update location', when: 'Every day at 08:00 (UTC)', purpose: 'Tours' };
    const said = (details: AuditDetails) => logWords({ ...set, details });
    const words = 'the schedule "Round": Update location, every day at 08:00 (UTC); purpose: "Tours"';
    expect(said({ ...plan, what: 'set' })).toBe(`set ${words}`);
    expect(said({ ...plan, what: 'joined' })).toBe(`has this device in ${words}`);
    expect(said({ ...plan, what: 'removed' })).toBe('no longer has this device in the schedule "Round"');
    expect(said({ ...plan, what: 'paused', because: 'olga is blocked' })).toBe(
      'paused the schedule "Round", because olga is blocked',
    );
    const details = { commandType: 'UPDATE_CONTACTS', schedule: 'Round', reason: 'Tours' };
    expect(logWords({ action: 'COMMAND', subject: contacts.update.path, details, step: 'DONE' })).toMatch(
      /; by the schedule "Round"; reason: "Tours"$/,
    );
  });

  it('say what happened to zones', () => {
    const zoned = { action: 'ZONE', subject: createZone.path } as const;
    const said = (details: AuditDetails) => logWords({ ...zoned, details });
    expect(said({ what: 'set', zone: '"School"', area: 'a circle of 200 m' })).toBe(
      'set the place "School": a circle of 200 m',
    );
    expect(said({ what: 'removed', zone: '"School"' })).toBe('no longer has this device in the place "School"');
    expect(said({ what: 'joined', zone: '"School"', area: 'a circle of 200 m' })).toBe(
      'has this device in the place "School": a circle of 200 m',
    );
    expect(said({ what: 'removed', zone: '"A", "B"', count: 2 })).toBe(
      'no longer has this device in 2 places, among them "A", "B"',
    );
    expect(said({ what: 'set', zone: '"A", "B"', count: 12 })).toBe('set 12 places, among them "A", "B"');
  });

  it('speak to the person, and of the person to an admin', () => {
    for (const [line, words] of [
      [
        { action: 'TICKET', subject: '', details: { ticketId: 4, after: 'CLOSED' } },
        'changed their request for help 4 to closed',
      ],
      [
        { action: 'READ', subject: ticketMessages.path, details: { object: 'your request for help 4' } },
        'read their request for help 4',
      ],
      [{ action: 'ASK', subject: '', details: { capability: 'SMS' } }, 'asked them to share Text messages'],
      [
        { action: 'REFUSED_READ', subject: contacts.list.path, details: { reason: 'outside_hours' } },
        'tried to look at Contacts and was refused: outside of their sharing hours',
      ],
    ] as const) {
      expect(logWords(line, toAdmin)).toBe(words);
      expect(logWords(line)).toBe(words.replace('their', 'your').replace('them', 'you'));
    }
    for (const action of auditActions) {
      for (const { path } of endpoints) {
        expect(logWords({ action, subject: path, details: {} }, toAdmin)).not.toMatch(/(?<!")\byour?s?\b/);
      }
    }
  });

  it('can be said of every action and every call when the details were erased', () => {
    for (const { path, device } of endpoints.filter((endpoint) => endpoint.device !== null)) {
      for (const action of auditActions) {
        expect(logWords({ action, subject: path, details: {} })).not.toContain('/admin/');
      }
      // No part of the sentence is missing, and no endpoint's summary takes its place.
      const words = logWords({ action: device?.action ?? '', subject: path, details: {} });
      expect(words, path).not.toMatch(/undefined|looked at "/);
    }
  });

  it('are required for every endpoint that reads from a device and has a line of its own', () => {
    for (const { log, path } of endpoints.filter(({ device }) => device?.action === 'READ')) {
      expect(typeof log === 'string' || 'words' in log || log.subject !== undefined, path).toBe(true);
    }
  });
});

describe('a day in words', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');

  it('is the day of whoever asked, wherever that is', () => {
    expect(dayWords('2026-11-15T00:00:00Z', [], now)).toBe('Sunday 15 November');
    expect(dayWords('2026-11-14T23:00:00Z', [], now)).toBe('Sunday 15 November');
    expect(dayWords('2026-11-15T08:00:00Z', [], now)).toBe('Sunday 15 November');
    // New Zealand in summer, which only the time zone of the points reveals.
    expect(dayWords('2026-11-14T11:00:00Z', ['No/Where', 'Pacific/Auckland'], now)).toBe('Sunday 15 November');
    expect(dayWords('2025-11-15T00:00:00Z', [], now)).toBe('Saturday 15 November 2025');
  });

  it('or several', () => {
    const year = new Date().getUTCFullYear();
    expect(periodWords(`${year}-03-02T00:00:00Z`, `${year}-03-03T00:00:00Z`)).toMatch(/^\w+ 2 March$/);
    expect(periodWords(`${year}-03-02T00:00:00Z`, `${year}-03-05T00:00:00Z`)).toMatch(
      /^from \w+ 2 March to \w+ 4 March$/,
    );
    expect(periodWords(`${year}-03-02T00:00:00Z`)).toMatch(/^from \w+ 2 March$/);
    expect(periodWords(undefined, `${year}-03-05T00:00:00Z`)).toMatch(/^until \w+ 4 March$/);
    expect(periodWords()).toBe('');
  });
});
