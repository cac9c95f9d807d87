import { limits } from '@fairwatch/contract';
import type { ExportChains } from '../../services/audit-log.ts';

const { keptMs, entries } = limits.memory.recentExports;

export function createExportChains(now: () => number): ExportChains {
  /** Keyed by session, device, endpoint and filters. The cursor of the previous page is kept for a retry of it. */
  const chains = new Map<string, { at: number; after: string; next: string | undefined }>();

  return {
    goesOn(list, after) {
      const chain = chains.get(list);
      return chain !== undefined && now() - chain.at < keptMs && (after === chain.next || after === chain.after);
    },
    follow(list, after, next) {
      chains.delete(list);
      chains.set(list, { at: now(), after, next });
      for (const [other, { at }] of chains) {
        if (now() - at < keptMs && chains.size <= entries) break;
        chains.delete(other);
      }
    },
  };
}
