import {
  cancelRun,
  inLanguage,
  previewRun,
  repeatRun,
  runDetail,
  runItems,
  runList,
  startRun,
  type Language,
  type Run,
} from '@fairwatch/contract';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { countWaitingDevices } from './open-commands.store.ts';
import { listRunItems, listRuns } from './run-list.store.ts';
import { startRun as start } from './start-run.ts';
import { retellRunTitle } from '../../../shared/texts/run-titles.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { cancelRunByAdmin, previewRunOf, repeatRunByAdmin, requireRun } from './runs.service.ts';

export function runsRoutes(services: Services): Route[] {
  const { db, auditLog } = services;
  /** Logs that the session was shown the device of a run for one device. Returns the run. */
  const shown = async (session: Session, run: Run): Promise<Run> => {
    if (run.device) await logSeen(auditLog, { session, endpoint: runList }, [run.device.id]);
    return run;
  };
  return [
    handle(startRun, async ({ session, scope, input }) => {
      const runId = await start(services, { requester: session, ...input, schedule: null });
      return await shown(session, await requireRun(services, scope, runId));
    }),
    handle(previewRun, ({ session, input }) => previewRunOf(services, session, input)),
    handle(runList, async ({ session, scope, input, caller: { language } }) => {
      const { json, pagination } = await listRuns(db, scope, input);
      const runs = JSON.parse(json) as Run[];
      const named = runs.flatMap(({ device }) => device?.id ?? []);
      await logSeen(auditLog, { session, endpoint: runList, input }, [...new Set(named)]);
      return { json: JSON.stringify(runs.map((run) => titledFor(run, language))), pagination };
    }),
    handle(runDetail, async ({ session, scope, input: { runId }, caller: { language } }) => {
      const run = titledFor(await shown(session, await requireRun(services, scope, runId)), language);
      return { ...run, waitingDevices: run.finishedAt === null ? await countWaitingDevices(db, runId) : 0 };
    }),
    handle(runItems, async ({ session, scope, input, caller: { language } }) => {
      await requireRun(services, scope, input.runId);
      const { page, deviceIds } = await listRunItems(db, scope, { ...input, language });
      await logSeen(auditLog, { session, endpoint: runItems, input }, deviceIds);
      return page;
    }),
    handle(
      cancelRun,
      async ({ session, input: { runId } }) => await shown(session, await cancelRunByAdmin(services, session, runId)),
    ),
    handle(
      repeatRun,
      async ({ session, input }) => await shown(session, await repeatRunByAdmin(services, session, input)),
    ),
  ];
}

function titledFor<Titled extends Run>(run: Titled, language: Language): Titled {
  return { ...run, title: inLanguage(language, () => retellRunTitle(run.title)) };
}
