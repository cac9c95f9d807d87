import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createJobs, type Jobs } from '../core/jobs/jobs.ts';
import { createLog } from '../core/log.ts';
import type { LogEvent } from '../shared/log-events.ts';
import { createManualScheduler, type ManualScheduler } from './test-scheduler.ts';

export interface TestJobs {
  jobs: Jobs<LogEvent>;
  scheduler: ManualScheduler;
  /** What was logged. */
  lines: string[];
}

/** Jobs without a server, whose time passes when the test says so. The database answers nothing. */
export function testJobs(): TestJobs {
  const lines: string[] = [];
  const log = createLog<LogEvent>('info', { write: (line) => void lines.push(line) });
  const scheduler = createManualScheduler();
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (given) => new PostgresIntrospector(given),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { jobs: createJobs({ db, log, scheduler }), scheduler, lines };
}
