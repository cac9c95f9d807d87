import { createBatcher } from '../../../core/jobs/batcher.ts';
import type { BusEvents } from '../../../shared/server-bus.ts';
import type { Services } from '../../../shared/services/services.ts';
import { listPresentIds, listRuleGroups, listRuleKeys } from './groups.store.ts';
import { findMismatches, hasGroups, lockGroups, type GroupFilter } from './members.store.ts';
import { publishScopes, reconcileGroups } from './reconcile.ts';

type Facts = BusEvents['factsChanged']['facts'];

/** The conditions of a rule that a change of these facts can concern. */
const concerned: Readonly<Record<Facts, readonly string[]>> = {
  PRESENCE: ['status', 'appVersionIs', 'appVersionBelow', 'osName'],
  SHARING: ['shares', 'osName'],
  PERSON: ['emailDomain'],
};

const everyMs = 60_000;
/** The batch size of the periodic check of all devices, so that no statement runs for long. */
const devicesPerCheck = 5000;

type Parts = Pick<Services, 'db' | 'bus' | 'log' | 'jobs'>;

/**
 * Keeps the members of groups by rule in line while devices change: within milliseconds after `factsChanged`, and once a minute for all
 * devices, so that nothing is forgotten after a crash. While no rule has a condition on what changed, a change costs nothing. Returns
 * the function that stops it.
 */
export function startGroupSync(services: Parts): () => Promise<void> {
  const { db, bus, jobs, log } = services;
  /** The conditions of all rules; null while they are not known. */
  let ruleKeys: ReadonlySet<string> | null = null;
  const fail = (error: unknown) =>
    log.error({ err: error, event: 'groups.sync_failed' }, 'Failed to bring the members of groups in line');

  async function readRules(): Promise<void> {
    ruleKeys = new Set(await listRuleKeys(db));
  }

  const changes = createBatcher<number>(
    (deviceIds) => syncGroups(services, { deviceIds: [...new Set(deviceIds)] }),
    fail,
  );
  async function checkAll(): Promise<void> {
    await readRules();
    if (!(await hasGroups(db))) return;
    for (let after = 0; ;) {
      const deviceIds = await listPresentIds(db, { after, limit: devicesPerCheck });
      if (deviceIds.length > 0) await syncGroups(services, { deviceIds });
      if (deviceIds.length < devicesPerCheck) return;
      after = deviceIds.at(-1) ?? 0;
    }
  }
  const checking = jobs.start({ name: 'checkGroups', run: checkAll, everyMs, failure: 'groups.sync_failed' });

  // Whoever may read less may use fewer rules, and the other way round.
  const owners = createBatcher<number>(async (userIds) => {
    for (const userId of new Set(userIds)) {
      const groupIds = await listRuleGroups(db, userId);
      if (groupIds.length > 0) await syncGroups(services, { groupIds });
    }
  }, fail);

  /** A rule may have been added: until it is read, every change counts. */
  const rereadRules = () => {
    ruleKeys = null;
    readRules().catch(fail);
  };
  const subscriptions = [
    bus.subscribeLocal('accessChanged', ({ userId }) => owners.add(userId)),
    bus.subscribe('factsChanged', ({ deviceIds, facts }) => {
      if (ruleKeys !== null && !concerned[facts].some((key) => ruleKeys?.has(key))) return;
      for (const deviceId of deviceIds) changes.add(deviceId);
    }),
    bus.subscribe('rulesChanged', rereadRules),
    bus.onGap(rereadRules),
  ];
  checking.trigger();
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await Promise.all([changes.idle(), checking.close(), owners.idle()]);
  };
}

/** Brings groups in line where they are not. Looks first without a lock, since there is mostly nothing to do. */
export async function syncGroups({ db, bus }: Pick<Services, 'db' | 'bus'>, filter: GroupFilter): Promise<void> {
  const deviceIds = await findMismatches(db, filter);
  if (deviceIds.length === 0) return;
  const changes = await db.transaction().execute(async (transaction) => {
    await lockGroups(transaction, 'USE');
    return await reconcileGroups(transaction, { deviceIds }, null);
  });
  publishScopes(bus, changes);
}
