import { sql } from 'kysely';
import { connectDatabase } from '../../../packages/server/src/core/database/connect.ts';
import type { Schema } from '../../../packages/server/src/shared/schema/schema.ts';
import { withClosers } from '../core/closers.ts';
import { prepareGround, signIn } from '../core/cluster.ts';
import { createServer } from '../core/cluster-server.ts';
import { atMost, holds, type Scenario } from '../core/scenario.ts';

const rounds = { quick: 2, full: 10 };

/** Several servers start at the same moment on an empty database. */
export const firstStartScenario: Scenario = {
  name: 'first-start',
  about: 'servers that start together on an empty database',
  isQuick: true,
  isAlone: false,
  async run({ parts, options }) {
    const seen = { admins: 0, passwords: 0, signedIn: 0, rounds: options.quick ? rounds.quick : rounds.full };
    for (let round = 0; round < seen.rounds; round += 1) {
      await withClosers(async (onClose) => {
        const ground = await prepareGround(parts);
        // Without a password in the environment one is generated, and shown by the server that created the account.
        const { ADMIN_PASSWORD: _, ...env } = ground.env;
        const servers = await Promise.all(
          ['one', 'two'].map((name) => createServer(parts.processes, { name: `first-${name}`, env })),
        );
        for (const server of servers) onClose(() => server.stop());
        await Promise.all(servers.map((server) => server.launch()));
        await Promise.all(servers.map((server) => server.untilReady()));
        const printed = servers.flatMap((server) => /^ *Password +(\S+)/m.exec(server.output())?.[1] ?? []);
        seen.passwords += printed.length;
        const { db, close } = connectDatabase<Schema>({ ...ground.connection, max: 1 });
        onClose(close);
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from users where admin_role = 'SUPER_ADMIN'`.execute(db);
        seen.admins += rows[0]?.count ?? 0;
        for (const server of servers) if (await signIn(server.url, printed[0] ?? '')) seen.signedIn += 1;
      });
    }
    return [
      holds(`one first admin in each of ${seen.rounds} starts`, seen.admins === seen.rounds, String(seen.admins)),
      holds('its password is printed once', seen.passwords === seen.rounds, String(seen.passwords)),
      atMost('servers on which it does not sign in', 2 * seen.rounds - seen.signedIn, 0),
    ];
  },
};
