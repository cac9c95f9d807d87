import { capabilityNames, type Capability } from '@fairwatch/contract';
import type { UnsaidWish } from '@fairwatch/device/core';
import { useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';

/** What is shared, and how to change it. */
export interface Sharing {
  /** By the device's own word, which is the truth. */
  isOn(name: Capability): boolean;
  /** Switched on, and not confirmed by the server yet. */
  isWaiting(name: Capability): boolean;
  /** Why the last change of it failed; null when it did not. */
  problemOf(name: Capability): string | null;
  change(name: Capability, on: boolean): void;
}

/** What the person wants by their latest change, which the server may not know yet; null when it knows all. */
export function wantedCapabilities(unsaid: readonly UnsaidWish[]): readonly string[] | null {
  return unsaid.findLast((wish) => wish.type === 'consent')?.capabilities ?? null;
}

/** The whole list that is told to the server when one of them is switched. */
export function changedList(now: readonly string[], name: Capability, on: boolean): Capability[] {
  return capabilityNames.filter((each) => (each === name ? on : now.includes(each)));
}

export function useSharing(): Sharing {
  const { client, live } = useCompanion();
  const granted = useLive((state) => state.grants.capabilities);
  const unsaid = useLive((state) => state.unsaid);
  const [problem, setProblem] = useState<{ name: Capability; text: string } | null>(null);
  const wanted = wantedCapabilities(unsaid) ?? granted;
  return {
    isOn: (name) => granted.includes(name),
    isWaiting: (name) => wanted.includes(name) && !granted.includes(name),
    problemOf: (name) => (problem?.name === name ? problem.text : null),
    change(name, on) {
      setProblem(null);
      const { unsaid: open, grants } = live.get();
      const list = changedList(wantedCapabilities(open) ?? grants.capabilities, name, on);
      client
        .changeGrants(list)
        .catch((error: unknown) => setProblem({ name, text: error instanceof Error ? error.message : String(error) }));
    },
  };
}
