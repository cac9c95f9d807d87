import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../shared/schema/schema.ts';

/** The plans of the queries of `ask` with sorting disabled, so that a plan without a suitable index shows a sort. */
export async function planOf(db: Database, ask: (db: Database) => Promise<void>): Promise<string> {
  return await db.transaction().execute(async (transaction) => {
    for (const way of ['seqscan', 'sort', 'incremental_sort']) {
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(transaction);
    }
    const plans: string[] = [];
    const executor = transaction.getExecutor();
    const explain = async ({ sql: text, parameters }: CompiledQuery) => {
      const query = CompiledQuery.raw(`explain ${text}`, [...parameters]);
      const { rows } = await executor.executeQuery<{ 'QUERY PLAN': string }>(query);
      plans.push(...rows.map((line) => line['QUERY PLAN']));
      return { rows: [{ json: '[]', total: 0, last: null, beside: null }] };
    };
    const explaining = {
      compileQuery: executor.compileQuery.bind(executor),
      transformQuery: executor.transformQuery.bind(executor),
      executeQuery: explain,
    };
    await ask(Object.assign(transaction, { executeQuery: explain, getExecutor: () => explaining }) as Database);
    return plans.join('\n');
  });
}
