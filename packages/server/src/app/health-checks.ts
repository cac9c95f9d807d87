import { livePath, readyPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { leaseMs } from '../shared/presence/server-lease.ts';
import type { Services } from '../shared/services/services.ts';

/** Why the server is not ready, in one word. */
type NotReady = 'draining' | 'lease' | 'database';

/** How long an answer of the database counts, so that nobody can make it busy by asking. */
const cachedMs = 1000;
const answerWithinMs = 2000;

/**
 * Serves the health checks of balancers, to anyone: `/health/live` says that the process answers, `/health/ready` that it can take
 * devices and requests. NATS is no part of it: while it is away, servers poll, and a balancer without servers would be worse. A server that is live but not ready is left alone: it comes back by itself, or it is stopping.
 */
export function serveHealthChecks(app: FastifyInstance, services: Services): void {
  const { availability, scheduler } = services;
  const isDatabaseThere = createDatabaseProbe(services);

  async function whyNotReady(): Promise<NotReady | null> {
    if (availability.isDraining) return 'draining';
    const { renewedAt, isLost } = availability.lease;
    if (isLost || renewedAt === null || scheduler.now() - renewedAt > leaseMs) return 'lease';
    return (await isDatabaseThere()) ? null : 'database';
  }

  const access = { config: { access: 'public' } } as const;
  app.get(livePath, access, async (_request, reply) => {
    return await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('live\n');
  });
  app.get(readyPath, access, async (_request, reply) => {
    const reason = await whyNotReady();
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    return await reply.code(reason === null ? 200 : 503).send(`${reason ?? 'ready'}\n`);
  });
}

/** Returns a function that says whether the pool answers. Its answer is shared by all who ask within a second. */
function createDatabaseProbe({ db, scheduler }: Pick<Services, 'db' | 'scheduler'>): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);

  function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stopWaiting = scheduler.after(answerWithinMs, () => resolve(false));
    sql`select 1`
      .execute(db)
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(stopWaiting);
    return promise;
  }

  return () => {
    const age = scheduler.now() - askedAt;
    if (age < 0 || age >= cachedMs) {
      askedAt = scheduler.now();
      answer = ask();
    }
    return answer;
  };
}
