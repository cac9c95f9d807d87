import { capabilityNames, type Capability } from '@fairwatch/contract';
import type { PendingDecision } from './pending-decisions.ts';

/** The capabilities of the latest decision that the server has not confirmed; null when there is none. */
export function wantedCapabilities(decisions: readonly PendingDecision[]): readonly string[] | null {
  return decisions.findLast((decision) => decision.type === 'consent')?.capabilities ?? null;
}

/** The whole list of capabilities after one of them is switched. */
export function changedList(now: readonly string[], name: Capability, on: boolean): Capability[] {
  return capabilityNames.filter((each) => (each === name ? on : now.includes(each)));
}
