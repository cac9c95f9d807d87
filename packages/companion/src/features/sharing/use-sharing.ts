import type { Capability } from '@fairwatch/contract';
import { changedList, wantedCapabilities } from '@fairwatch/device/core';
import { useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';

/** What is shared, and how to change it. */
export interface Sharing {
  /** Whether the device shares it now. The device decides, not the server. */
  isOn(name: Capability): boolean;
  /** Switched on, and not confirmed by the server yet. */
  isWaiting(name: Capability): boolean;
  /** Why the last change of this capability failed; null when it did not. */
  problemOf(name: Capability): string | null;
  change(name: Capability, on: boolean): void;
}

export function useSharing(): Sharing {
  const { client, live } = useCompanion();
  const granted = useLive((state) => state.grants.capabilities);
  const pending = useLive((state) => state.pendingDecisions);
  const [problem, setProblem] = useState<{ name: Capability; text: string } | null>(null);
  const wanted = wantedCapabilities(pending) ?? granted;
  return {
    isOn: (name) => granted.includes(name),
    isWaiting: (name) => wanted.includes(name) && !granted.includes(name),
    problemOf: (name) => (problem?.name === name ? problem.text : null),
    change(name, on) {
      setProblem(null);
      const { pendingDecisions: open, grants } = live.get();
      const list = changedList(wantedCapabilities(open) ?? grants.capabilities, name, on);
      client
        .changeGrants(list)
        .catch((error: unknown) => setProblem({ name, text: error instanceof Error ? error.message : String(error) }));
    },
  };
}
