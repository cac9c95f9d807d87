import { sql, type RawBuilder } from 'kysely';
import { beforeAll } from 'vitest';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

type Query = RawBuilder<unknown>;

/** Starts a server with three admins, for tests that write devices directly into its database. */
export function useFleet() {
  const server = useTestServer();
  const admins: TestAdmin[] = [];
  beforeAll(async () => {
    for (let place = 0; place < 3; place += 1) admins.push(await server.createAdmin({ access: 'FULL_ACCESS' }));
  });
  return { server, admins, run: (query: Query) => query.execute(server.services.db) };
}

/** Makes random choices for a test, reproducible by the seed of the random numbers. */
export function choicesOf(random: { int(from: number, to: number): number }, admins: readonly TestAdmin[]) {
  const pick = (most: number) => random.int(0, most - 1);
  return {
    /** Picks a number from 0 to below `most`. */
    pick,
    /** Returns a subquery for the ids of so many random devices. */
    some: (count: number) => sql`(select id from devices order by md5(id::text || ${pick(1e6)}::text) limit ${count})`,
    anAdmin: () => admins[pick(admins.length)]?.userId ?? 0,
  };
}

/** Returns random changes of devices: they leave and return, and are assigned to admins and taken from them. */
export function comingsAndGoings(
  run: (query: Query) => Promise<unknown>,
  { pick, some, anAdmin }: ReturnType<typeof choicesOf>,
): (() => Promise<unknown>)[] {
  return [
    () => run(sql`update devices set left_at = now() where id in ${some(pick(3))} and left_at is null`),
    () => run(sql`update devices set left_at = null where id in ${some(1)}`),
    () =>
      run(sql`insert into device_assignments (user_id, device_id) select ${anAdmin()}, id from devices
        where id in ${some(1 + pick(6))} on conflict do nothing`),
    () => run(sql`delete from device_assignments where user_id = ${anAdmin()} and device_id in ${some(4)}`),
  ];
}
