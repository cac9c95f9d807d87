import { liveCamera, contacts, conversation, limits, overview, visitRange, type LogVisit } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDatedEntries, type DatedEntry } from '../../../testing/dated-log.ts';
import {
  announce,
  endCommands,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
} from '../../../testing/samples/test-files.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { readVisit, readVisits } from './visits.ts';

const server = useTestServer();
const devices = useDevices(server);

let device: TestDevice;
beforeEach(async () => {
  device = await joinDevice(server);
});

const hold = (entries: readonly DatedEntry[]) => addDatedEntries(server, device.deviceId, entries);
const looked = (who: string, time: string, details = {}): DatedEntry => {
  return { who, at: `2035-01-${time}Z`, subject: contacts.list.path, details };
};

const at = (second: number) => `2035-01-01T12:00:${String(second).padStart(2, '0')}Z`;
const read = (name: string, place: number): DatedEntry => ({
  who: 'maria',
  at: at(2 + place),
  subject: conversation.path,
  details: { object: `the conversation with ${name}`, count: 32 },
});

/** Reads all visits page by page. */
async function allVisits(): Promise<LogVisit[]> {
  const { deviceId } = device;
  const visits: LogVisit[] = [];
  for (let before: number | null = null; ; before = visits.at(-1)?.last ?? null) {
    const page = await readVisits(server.services.db, { deviceId, before });
    expect(page.visits.length).toBeLessThanOrEqual(limits.audit.visitsPageSize);
    visits.push(...page.visits);
    if (!page.more) return visits;
  }
}

/** Reads the sequences of all entries of a visit, newest first. */
async function sequencesOf(visit: LogVisit): Promise<number[]> {
  const { first, last } = visit;
  const found: number[] = [];
  for (let before: number | null = null; ; before = found.at(-1) ?? null) {
    const page = await readVisit(server.services.db, { deviceId: device.deviceId, first, last, before });
    found.push(...page.entries.map(({ sequence }) => sequence));
    expect(new Set(page.entries.map(({ who }) => who))).toEqual(new Set([visit.who]));
    if (!page.more) return found;
  }
}

const span = ({ who, from, to, entries }: LogVisit) => `${who} ${from.slice(8, 19)} ${to.slice(8, 19)} ${entries}`;

describe('visits', () => {
  it('are the entries of one actor with no gap over fifteen minutes, and end with the day', async () => {
    await hold([
      looked('maria', '01T12:00:00'),
      looked('maria', '01T12:14:59'),
      looked('tom', '01T12:15:00'),
      looked('maria', '01T12:29:59'),
      looked('tom', '01T12:30:01'),
      looked('maria', '01T12:44:59.001'),
      looked('maria', '01T23:55:00'),
      looked('maria', '02T00:02:00'),
    ]);
    const visits = await allVisits();
    expect(visits.map(span).slice(0, -1)).toEqual([
      'maria 02T00:02:00 02T00:02:00 1',
      'maria 01T23:55:00 01T23:55:00 1',
      'maria 01T12:44:59 01T12:44:59 1',
      'tom 01T12:30:01 01T12:30:01 1',
      'maria 01T12:00:00 01T12:29:59 3',
      'tom 01T12:15:00 01T12:15:00 1',
    ]);
    expect(visits.at(-1)).toMatchObject({ who: device.username, first: 1, last: 1 });
  });

  it('say in words what was done, and open into their entries, on the device', async () => {
    const admin = { who: 'maria' };
    await hold([
      { ...admin, at: at(1), subject: overview.path, details: { object: 'Contacts', count: 3 } },
      ...['Mum', 'Dad', 'Jo'].map(read),
      { who: 'tom', at: at(6), subject: contacts.list.path },
      { ...admin, at: at(7), subject: contacts.list.path, details: { how: 'EXPORT', count: 48, reason: 'An audit' } },
    ]);
    const client = devices.start(device, { collectors: {} });
    const { visits, more } = await client.log.readVisits();
    expect(more).toBe(false);
    const [visit] = visits;
    expect(visit).toMatchObject({
      who: 'maria',
      from: '2035-01-01T12:00:01.000Z',
      to: '2035-01-01T12:00:07.000Z',
      entries: 5,
      summary: 'opened Overview, read 3 conversations (96 messages), exported 48 contacts (reason: "An audit")',
    });
    const { entries } = await client.log.readVisit(visitRange.parse({ first: visit?.first, last: visit?.last }));
    expect(entries.map(({ who, what }) => `${who} ${what}`)).toEqual([
      'maria exported 48 contacts; reason: "An audit"',
      'maria read the conversation with Jo (32 messages)',
      'maria read the conversation with Dad (32 messages)',
      'maria read the conversation with Mum (32 messages)',
      'maria opened Overview: your name, email and phone, and the latest of Contacts (3)',
    ]);
  });

  it('weigh as their weightiest part, and say what was taken alone, to the person only', async () => {
    await hold([
      ...['Mum', 'Dad'].map(read),
      { who: 'maria', at: at(7), subject: contacts.list.path, details: { how: 'EXPORT', count: 48 } },
      { who: 'tom', at: at(8), subject: contacts.list.path, details: { count: 20 } },
    ]);
    const { log } = devices.start(device, { collectors: {} });
    const [tom, maria] = (await log.readVisits()).visits;
    expect(tom).toMatchObject({ weight: 'LOW', kind: 'CONTACTS', taken: '' });
    expect(maria).toMatchObject({ weight: 'HIGH', kind: 'CONTACTS', taken: 'exported 48 contacts' });
    const { entries } = await log.readVisit(visitRange.parse({ first: maria?.first, last: maria?.last }));
    expect(entries.map(({ weight, kind, taken }) => [weight, kind, taken])).toEqual([
      ['HIGH', 'CONTACTS', true],
      ['MEDIUM', 'SMS', false],
      ['MEDIUM', 'SMS', false],
    ]);
    const plain = await readVisits(server.services.db, { deviceId: device.deviceId, before: null });
    expect(plain.visits[0]).not.toHaveProperty('weight');
  });

  it('name the files that were sent for a command, which the device can fetch as long as they are there', async () => {
    const picture = await testPicture(77);
    const commandId = await openCommand(server, device, 'CAPTURE_PHOTO');
    await sendSmall(server, device, picture, announce(picture, commandId));
    await endCommands(server, device);
    const details = { commandId, commandType: 'CAPTURE_PHOTO' };
    await hold([{ who: 'maria', at: at(9), action: 'COMMAND', subject: liveCamera.path, details }]);
    const client = devices.start(device, { collectors: {} });
    const [entry] = (await client.log.read()).entries;
    expect(entry).toMatchObject({ weight: 'HIGH', kind: 'CAMERA', taken: true, sent: { commandId } });
    const [file] = entry?.sent?.files ?? [];
    expect(file).toMatchObject({ sha256: sha256Of(picture), mimeType: 'image/jpeg', size: picture.length });
    expect(Buffer.from(await client.fetchSent(commandId, sha256Of(picture)))).toEqual(picture);
    await sql`delete from device_blobs where device_id = ${device.deviceId}`.execute(server.services.db);
    expect((await client.log.read()).entries[0]).not.toHaveProperty('sent');
    await expect(client.fetchSent(commandId, sha256Of(picture))).rejects.toThrow('not');
  });

  it('come in pages that together have every entry once', async () => {
    const { deviceId } = device;
    const start = Date.parse('2035-01-01T00:00:00Z');
    // Four people, sometimes at the same time.
    const actors = ['maria', 'tom', 'ada', 'eve'];
    let now = start;
    const entries = Array.from({ length: 700 }, (_, place) => {
      now += ((place * 7919) % 13) * 60_000;
      return { who: actors[(place * 31 + (place % 7)) % 4] ?? '', at: new Date(now).toISOString(), subject: '/test' };
    });
    await hold(entries);
    const visits = await allVisits();
    expect(visits.length).toBeGreaterThan(3 * limits.audit.visitsPageSize);
    expect(visits.map(({ last }) => last)).toEqual(visits.map(({ last }) => last).toSorted((a, b) => b - a));
    const found = (await Promise.all(visits.map(sequencesOf))).flat().toSorted((a, b) => a - b);
    expect(found).toEqual(Array.from({ length: entries.length + 1 }, (_, place) => place + 1));
    expect(visits.reduce((sum, visit) => sum + visit.entries, 0)).toBe(found.length);
    // Another device has none of these entries.
    const other = await joinDevice(server);
    expect(await readVisits(server.services.db, { deviceId: other.deviceId, before: null })).toMatchObject({
      visits: [{ who: other.username }],
    });
    expect(await readVisit(server.services.db, { deviceId: other.deviceId, first: 1, last: 9, before: null })).toEqual({
      entries: [],
      more: false,
    });
    expect(deviceId).not.toBe(other.deviceId);
  });

  it('are complete also where a page of other visits ends within them', async () => {
    const start = Date.parse('2035-01-01T00:00:00Z');
    const moment = (place: number) => new Date(start + place * 10_000).toISOString();
    // The first window has more visits than a page, and only a part of the long one.
    const guests = 2 * limits.audit.visitsPageSize;
    const entries = Array.from({ length: 3000 }, (_, place) => {
      const guest = 3000 - place < 20 * guests && place % 20 === 10;
      return { who: guest ? `guest ${place}` : 'maria', at: moment(place), subject: contacts.list.path };
    });
    await hold(entries);
    const visits = await allVisits();
    expect(visits.filter(({ who }) => who === 'maria').map(({ entries: length }) => length)).toEqual([3000 - guests]);
    expect(visits.filter(({ who }) => who.startsWith('guest'))).toHaveLength(guests);
  });

  it('are complete however many entries they have', async () => {
    const start = Date.parse('2035-01-01T00:00:00Z');
    const minute = (place: number) => new Date(start + place * 10_000).toISOString();
    const long = Array.from({ length: 5000 }, (_, place) => {
      return { who: place % 50 === 0 ? 'tom' : 'maria', at: minute(place), subject: contacts.list.path };
    });
    const later = Array.from({ length: limits.audit.visitsPageSize + 1 }, (_, place) => {
      return { who: 'ada', at: new Date(start + (24 + place) * 3_600_000).toISOString(), subject: contacts.list.path };
    });
    await hold([...long, ...later]);
    const visits = await allVisits();
    expect(visits.slice(later.length).map(({ who, entries }) => `${who} ${entries}`)).toEqual([
      'maria 4900',
      'tom 100',
      `${device.username} 1`,
    ]);
  });
});
