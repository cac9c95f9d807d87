import type { NodeReport } from '../shared/presence/presence.store.ts';

/** What a server that is not there would tell about itself. */
export function testNode(id: string): NodeReport {
  return { id, name: 'test', version: '1.0.0', address: null, startedAt: new Date(), devices: 0, lagMs: 0 };
}
