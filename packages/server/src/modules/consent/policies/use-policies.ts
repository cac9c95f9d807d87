import type { Capability, UsePolicy } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services, UsePolicies } from '../../../shared/services/services.ts';
import { listPolicies } from './use-policies.store.ts';

/** Forgets the policies whenever somebody, here or on another server, says over the bus that they changed. */
export function createPolicyCache({ db, bus }: Pick<Services, 'db' | 'bus'>): Services['policies'] {
  let known: Promise<UsePolicies> | null = null;
  const forget = () => void (known = null);
  bus.subscribe('policiesChanged', forget);
  bus.onGap(forget);
  return {
    read() {
      if (known) return known;
      const reading = load(db);
      known = reading;
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
  };
}

async function load(db: Database): Promise<UsePolicies> {
  const policies = await listPolicies(db);
  return Object.fromEntries(
    policies.map(({ capability, reason, approval }) => [capability, { reason, approval }]),
  ) as Record<Capability, UsePolicy>;
}
