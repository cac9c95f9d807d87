import {
  deletePasscodes,
  importPasscodes,
  importPeople,
  limits,
  passcodeList,
  remindPasscodes,
  savePasscodes,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertGroup, putBelow } from '../testing/test-groups.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const keeper = () => server.createAdmin({ access: 'FULL_ACCESS' });

/** An attacker with all permissions, whose superior and whose neighbour have what they want. */
async function parties() {
  const [above, attacker, neighbour] = [await keeper(), await keeper(), await keeper()];
  await putBelow(server, attacker, above);
  return { above, attacker, neighbour };
}

const countRows = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(table)}`.execute(server.services.db);
  return rows[0]?.count;
};

describe('an admin who makes passcodes', () => {
  it('cannot give devices to admins above or beside them, nor to whoever is no admin', async () => {
    const { above, attacker, neighbour } = await parties();
    const before = await countRows('passcodes');
    for (const { userId, username } of [above, neighbour, server.admin]) {
      const made = await server.api(savePasscodes, { adminId: userId }, attacker.token);
      expect(made.errorCode).toBe('not_below_you');
      const byDefault = await server.api(importPasscodes, { csv: 'name\nA', adminId: userId }, attacker.token);
      expect(byDefault.errorCode).toBe('not_below_you');
      const csv = `name,admin\nA,${username}`;
      const imported = await server.api(importPasscodes, { csv }, attacker.token);
      expect(imported.envelope.data).toMatchObject({ batchId: null, problems: [{ line: 2 }] });
    }
    expect((await server.api(savePasscodes, { adminId: 999_999_999 }, attacker.token)).errorCode).toBe(
      'user_not_found',
    );
    expect(await countRows('passcodes')).toBe(before);
  });

  it('cannot put devices into groups of others, even assigned ones, nor into groups by rule', async () => {
    const { above, attacker } = await parties();
    const foreign = await insertGroup(server, above, 'Of the superior');
    const ruled = await insertGroup(server, attacker, 'By rule', { osName: 'android' });
    const own = await insertGroup(server, attacker, 'Own');
    await sql`insert into group_assignments values (${foreign}, ${attacker.userId})`.execute(server.services.db);
    const groupCode = async (groupId: number, adminId: number | null = null) =>
      (await server.api(savePasscodes, { groupId, adminId }, attacker.token)).errorCode;
    expect(await groupCode(foreign)).toBe('group_not_found');
    expect(await groupCode(999_999_999)).toBe('group_not_found');
    expect(await groupCode(ruled)).toBe('group_by_rule');
    // A group has only devices of its owner.
    const below = await keeper();
    await putBelow(server, below, attacker);
    expect(await groupCode(own, below.userId)).toBe('group_of_other_admin');
    const csv = 'name,group\nA,Of the superior\nB,By rule';
    const { problems } = (await server.api(importPasscodes, { csv }, attacker.token)).envelope.data;
    expect(problems).toMatchObject([
      { line: 2, problem: expect.stringContaining('You have no group') },
      { line: 3, problem: expect.stringContaining('by its rule') },
    ]);
  });

  it('neither sees, deletes nor reminds the passcodes of others', async () => {
    const { above, attacker } = await parties();
    const input = { name: 'Victim', email: 'victim@example.org', adminId: attacker.userId };
    const [made] = (await server.api(savePasscodes, input, above.token)).envelope.data;
    const ids = [made?.id ?? 0];
    expect((await server.api(passcodeList, { search: 'victim' }, attacker.token)).envelope.data).toEqual([]);
    expect((await server.api(deletePasscodes, { ids }, attacker.token)).envelope.data).toEqual({ deleted: 0 });
    expect((await server.api(remindPasscodes, { ids }, attacker.token)).envelope.data).toMatchObject({ sent: 0 });
  });
});

describe('a hostile CSV file', () => {
  const max = limits.csv.maxBytes;
  // Quotes and line breaks are two bytes each in JSON, so that a request of them is as large as one may be.
  const escaped = max - 100;
  const files: [name: string, csv: string][] = [
    ['a huge field', `name,username\n"${'x'.repeat(max - 100)}",a`],
    ['no line break', 'x'.repeat(max)],
    ['a heading of separators', `name${','.repeat(max - 10)}`],
    ['quotes without end', `"${'""'.repeat(escaped / 2)}`],
    ['line breaks', '\n'.repeat(escaped)],
    ['letters of several bytes', `name\n${'€'.repeat(max / 2)}`],
  ];
  it.each(files)('gets an answer that names a line, and leaves nothing: %s', async (_, csv) => {
    const before = [await countRows('passcodes'), await countRows('users')];
    for (const endpoint of [importPasscodes, importPeople]) {
      const { status, envelope } = await server.api(endpoint, { csv });
      expect(status).toBe(200);
      expect(envelope.data.problems[0]).toMatchObject({ line: expect.any(Number) });
      expect(JSON.stringify(envelope).length).toBeLessThan(1000);
    }
    expect([await countRows('passcodes'), await countRows('users')]).toEqual(before);
  });

  it('is refused before it is parsed when it is too large or has a NUL', async () => {
    for (const endpoint of [importPasscodes, importPeople]) {
      expect((await server.api(endpoint, { csv: 'x'.repeat(10 * 1024 * 1024) })).errorCode).toBe('body_too_large');
      expect((await server.api(endpoint, { csv: 'x'.repeat(max + 1) })).errorCode).toBe('invalid_input');
      expect((await server.api(endpoint, { csv: 'name\nA\0' })).errorCode).toBe('invalid_input');
    }
  });
});
