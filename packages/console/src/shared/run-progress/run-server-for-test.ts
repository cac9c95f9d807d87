import {
  cancelRun,
  repeatRun,
  runDetail,
  runItems,
  runList,
  startRun,
  type InputOf,
  type Run,
  type RunCounts,
  type RunItem,
} from '@fairwatch/contract';
import { invalidate } from '../../core/api/query.ts';
import { countsForTest, ended, runForTest, runItemForTest } from './run-for-test.ts';

/** The fake server's side of runs. A run goes on until the test ends it. */
export class RunServer {
  /** The inputs of `run/start`, without their client ids. */
  readonly started: Omit<InputOf<typeof startRun>, 'clientId'>[] = [];
  /** The client ids of `run/start` and `run/again`. */
  readonly clientIds: string[] = [];
  readonly repeated: number[] = [];
  readonly cancelled: number[] = [];
  runs: Run[] = [];
  items: RunItem[] = [];
  /** Runs end as soon as they are started. */
  endsAtOnce = false;

  /** The answer to a call about runs; undefined for other calls. */
  respond(url: string, input: unknown): unknown {
    const { runId, clientId, ...rest } = input as { runId: number; clientId: string };
    if (url.endsWith(startRun.path)) {
      this.started.push(rest as Omit<InputOf<typeof startRun>, 'clientId'>);
      return this.#add(clientId);
    }
    if (url.endsWith(repeatRun.path)) {
      this.repeated.push(runId);
      return this.#add(clientId);
    }
    if (url.endsWith(cancelRun.path)) {
      this.cancelled.push(runId);
      this.#set(runId, { ...ended({ CANCELLED: 1 }), state: 'CANCELLED' });
    }
    if (url.endsWith(runItems.path)) return this.items;
    if (url.endsWith(runList.path)) return this.runs.filter(({ state }) => state === 'RUNNING');
    if (url.endsWith(cancelRun.path) || url.endsWith(runDetail.path)) return this.runs.find(({ id }) => id === runId);
    return undefined;
  }

  /** Changes the newest run, and tells the console as the socket does. */
  async change(change: Partial<Run>): Promise<void> {
    this.#set(this.runs.at(-1)?.id ?? 0, change);
    await Promise.all([invalidate(runDetail), invalidate(runList)]);
  }

  /** Ends the newest run. */
  async end(counts: Partial<RunCounts>, ...items: Partial<RunItem>[]): Promise<void> {
    this.items = items.map((item, index) => runItemForTest({ id: index + 1, ...item }));
    await this.change(ended(counts));
  }

  #add(clientId: string): Run {
    const known = this.clientIds.indexOf(clientId);
    if (known >= 0) return this.runs[known] ?? runForTest();
    this.clientIds.push(clientId);
    const run = runForTest({
      id: 40 + this.clientIds.length,
      counts: countsForTest({ OPEN: 1 }),
      ...(this.endsAtOnce && ended({ DONE: 1 })),
    });
    this.runs.push(run);
    return run;
  }

  #set(runId: number, change: Partial<Run>): void {
    this.runs = this.runs.map((run) => (run.id === runId ? Object.assign({}, run, change) : run));
  }
}

/** The body of a successful answer. */
export function answerForTest(data: unknown): Response {
  const meta = { has_error: false, message: [], pagination: null };
  return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
}
