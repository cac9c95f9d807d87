import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { limits, type AdminDeed, type AuditCheck } from '@fairwatch/contract';
import { isDatabaseGone } from '../../../core/database/database-gone.ts';
import { verifyLogs } from '../../../shared/audit/chain/verify-logs.ts';
import { deedTitle } from '../../../shared/audit/words/log-words.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { countDeeds, countEntries, findCheck, insertCheck, updateCheck } from './audit-check.store.ts';

/** Thrown to leave a check that somebody stopped. */
class CheckStopped extends Error {}

/** Returns the latest check as the API has it. */
export async function readCheck({ db }: Pick<Services, 'db'>): Promise<{ check: AuditCheck | null }> {
  const found = await findCheck(db);
  if (found === null) return { check: null };
  const { id: _, ...check } = found;
  return { check };
}

/** Starts a check of all logs in the background, unless one runs, also on another server. */
export async function startCheck(services: Services, { username }: Session): Promise<void> {
  const { db, scheduler } = services;
  const check = {
    id: randomUUID(),
    state: 'RUNNING' as const,
    startedBy: username,
    startedAt: new Date(scheduler.now()).toISOString(),
    finishedAt: null,
    checked: 0,
    total: await countEntries(db),
    faults: [],
    summaries: [],
  };
  if (await insertCheck(db, check)) void carryOut(services, check.id);
}

/** Stops the check that runs, wherever it does. Its server notices with the next step that it stores. */
export async function stopCheck({ db, scheduler }: Pick<Services, 'db' | 'scheduler'>): Promise<void> {
  await updateCheck(db, null, { state: 'STOPPED', finishedAt: new Date(scheduler.now()).toISOString() });
}

/** Checks all logs in small steps, so that requests are answered between them, and stores how far it is and the result. */
async function carryOut({ db, vault, config, scheduler, log }: Services, id: string): Promise<void> {
  const { storeEveryMs, maxFaults } = limits.auditCheck;
  const faults: string[] = [];
  let checked = 0;
  let storedAt = scheduler.now();
  const onStep = async (entries: number) => {
    checked += entries;
    await setImmediate();
    if (scheduler.now() - storedAt < storeEveryMs) return;
    storedAt = scheduler.now();
    if (!(await updateCheck(db, id, { checked, faults }))) throw new CheckStopped();
  };
  const say = (line: string) => {
    if (faults.length < maxFaults) faults.push(line);
  };
  const end = (result: Partial<AuditCheck>) =>
    updateCheck(db, id, { ...result, checked, faults, finishedAt: new Date(scheduler.now()).toISOString() });
  try {
    const findings = await verifyLogs({ db, vault, config, isNamed: false, say, onStep });
    const isWhole = findings.every(({ wrong }) => wrong === 0);
    await end({ state: isWhole ? 'HOLDS' : 'BROKEN', summaries: findings.map(({ summary }) => summary) });
  } catch (error) {
    // Without the database the check is found to be silent, as that of a server that ended.
    if (error instanceof CheckStopped || isDatabaseGone(error)) return;
    log.error({ err: error, event: 'audit.check_failed' }, 'The logs could not be checked');
    await end({ state: 'FAILED' }).catch(() => undefined);
  }
}

/** Lists what each admin did in a period, and how often: the most frequent first. */
export async function listDeeds(
  { db }: Pick<Services, 'db'>,
  period: { from: string; to: string },
): Promise<AdminDeed[]> {
  const deeds = new Map<string, AdminDeed>();
  for (const { who, action, subject, times } of await countDeeds(db, period)) {
    const about = deedTitle(action, subject);
    const key = JSON.stringify([who, action, about]);
    const before = deeds.get(key);
    if (before) before.times += times;
    else deeds.set(key, { who, action, about, times });
  }
  return [...deeds.values()].toSorted((a, b) => a.who.localeCompare(b.who) || b.times - a.times);
}
