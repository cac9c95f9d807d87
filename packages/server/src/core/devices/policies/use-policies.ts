import type { Capability, UsePolicy } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import type { Services } from '../../services.ts';
import { listPolicies } from './use-policies.store.ts';

export type UsePolicies = Readonly<Record<Capability, UsePolicy>>;

/** One per database, which is one per server: every use of a device asks for them. */
const known = new WeakMap<Database, Promise<UsePolicies>>();

/** The policy of each capability: whether a reason and a second admin are required. Cached, and read again after a change. */
export function readPolicies(db: Database): Promise<UsePolicies> {
  const before = known.get(db);
  if (before) return before;
  const reading = load(db);
  known.set(db, reading);
  reading.catch(() => known.get(db) === reading && known.delete(db));
  return reading;
}

/** Forgets them whenever somebody, here or on another server, says over the bus that they changed. */
export function watchPolicies({ db, bus }: Pick<Services, 'db' | 'bus'>): void {
  bus.subscribe('policiesChanged', () => known.delete(db));
}

async function load(db: Database): Promise<UsePolicies> {
  const policies = await listPolicies(db);
  return Object.fromEntries(
    policies.map(({ capability, reason, approval }) => [capability, { reason, approval }]),
  ) as Record<Capability, UsePolicy>;
}
