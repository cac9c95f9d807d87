import {
  createAlertRule,
  createGroup,
  createSchedule,
  createZone,
  importPasscodes,
  limits,
  savePasscodes,
  savedViewLimits,
  saveView,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ruleInput } from '../../testing/samples/test-alerts.ts';
import { hourly, scheduleInput } from '../../testing/samples/test-schedules.ts';
import { schoolArea, zoneInput } from '../../testing/samples/test-zones.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';

const server = useTestServer();
/** Two admins, each with a device, and who made what is there already. */
let one: TestAdmin & { device: TestDevice };
let other: TestAdmin & { device: TestDevice };
let filler: TestAdmin;

async function adminWithDevice() {
  const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  return { ...admin, device: await joinDevice(server, { ownerId: admin.userId }) };
}
beforeAll(async () => {
  [one, other, filler] = [await adminWithDevice(), await adminWithDevice(), await server.createAdmin()];
});

interface Kind {
  what: string;
  bound: { perAdmin: number; inAll: number };
  refusal: string;
  /** Inserts rows that this account has made. */
  fill: (userId: number, rows: RawBuilder<unknown>) => RawBuilder<unknown>;
  make: (admin: typeof one, number: number) => Promise<{ status: number; errorCode: string; error: string }>;
  clear: RawBuilder<unknown>;
}

const kinds: Kind[] = [
  {
    what: 'groups',
    bound: limits.group,
    refusal: 'too_many_groups',
    fill: (userId, rows) =>
      sql`insert into groups (owner_id, name, colour) select ${userId}, 'x' || n, 'gray' from ${rows}`,
    make: ({ token }, number) => server.api(createGroup, { name: `Vans ${number}` }, token),
    clear: sql`delete from groups`,
  },
  {
    what: 'zones',
    bound: limits.zone,
    refusal: 'too_many_zones',
    fill: (userId, rows) => sql`insert into zones (name, colour, area, west, east, south, north, created_by)
      select 'x', 'blue', ${JSON.stringify(schoolArea)}::jsonb, 0, 0, 0, 0, ${userId} from ${rows}`,
    make: ({ token }) => server.api(createZone, zoneInput({ for: 'ALL' }), token),
    clear: sql`delete from zones`,
  },
  {
    what: 'schedules',
    bound: limits.schedule,
    refusal: 'too_many_schedules',
    fill: (userId, rows) => sql`insert into schedules (name, purpose, action, title, timing, created_by, paused_at)
      select 'x', 'x', '{}', 'x', ${JSON.stringify(hourly)}::jsonb, ${userId}, now() from ${rows}`,
    make: ({ token, device }) => server.api(createSchedule, scheduleInput([device]), token),
    clear: sql`delete from schedules`,
  },
  {
    what: 'alert rules',
    bound: limits.alert,
    refusal: 'too_many_alert_rules',
    fill: (userId, rows) =>
      sql`insert into alert_rules (name, purpose, event, condition, created_by, by_mail, is_on, on_since)
        select 'x', 'x', 'SHARING_PAUSED', '{"on": "SHARING_PAUSED"}', ${userId}, false, false, now() from ${rows}`,
    make: ({ token }) => server.api(createAlertRule, ruleInput({ on: 'SHARING_PAUSED' }), token),
    clear: sql`delete from alert_rules`,
  },
  {
    what: 'unused passcodes',
    bound: limits.passcode,
    refusal: 'too_many_passcodes',
    fill: (userId, rows) => sql`insert into passcodes (code, created_by, expires_at, batch_id)
      select 'X' || n, ${userId}, now(), 0 from ${rows}`,
    make: ({ token }, number) =>
      number % 2 === 0
        ? server.api(savePasscodes, {}, token)
        : server.api(importPasscodes, { csv: `name\nAnna ${number}\n` }, token),
    clear: sql`delete from passcodes where used_at is null`,
  },
];

describe.each(kinds)('$what', ({ what, bound, refusal, fill, make, clear }) => {
  afterEach(() => clear.execute(server.services.db));

  const seed = (userId: number, count: number) =>
    fill(userId, sql`generate_series(1, ${count}) as n`).execute(server.services.db);
  /** Makes several at the same moment, and returns how each was answered. */
  async function makeAtOnce(admins: readonly (typeof one)[]) {
    const answers = await Promise.all(admins.map((admin, number) => make(admin, number)));
    return { answers, codes: answers.map(({ errorCode }) => errorCode).toSorted() };
  }

  it('of one admin are bounded, also when several are made at once', async () => {
    await seed(one.userId, bound.perAdmin - 1);
    const { answers, codes } = await makeAtOnce([one, one, one]);
    expect(codes).toEqual(['', refusal, refusal]);
    expect(answers.find(({ errorCode }) => errorCode !== '')?.error).toContain(`${bound.perAdmin}`);
    expect((await make(other, 4)).status).toBe(200);
  });

  it('of all admins together are bounded, also when several make one at once', async () => {
    await seed(filler.userId, bound.inAll - 1);
    const { answers, codes } = await makeAtOnce([one, other, one, other]);
    expect(codes).toEqual(['', 'too_many_in_all', 'too_many_in_all', 'too_many_in_all']);
    expect(answers.find(({ errorCode }) => errorCode !== '')?.error).toContain(`at most ${bound.inAll} ${what}`);
  });
});

describe('saved views', () => {
  it('of all admins together are bounded; one that is there can be saved again', async () => {
    const { db } = server.services;
    const save = (name: string) =>
      server.api(saveView, { list: 'devices', view: { name, search: '', hidden: [] } }, one.token);
    expect((await save('Mine')).status).toBe(200);
    await sql`insert into saved_views (user_id, list, name, search, hidden)
      select ${filler.userId}, 'devices', 'x' || n, '', '{}' from generate_series(1, ${savedViewLimits.viewsInAll - 1}) as n`.execute(
      db,
    );
    expect((await save('Another')).errorCode).toBe('too_many_in_all');
    expect((await save('Mine')).status).toBe(200);
    await sql`delete from saved_views`.execute(db);
  });
});
