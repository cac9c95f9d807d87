import { updateUsePolicies, type Capability, type UsePolicy } from '@fairwatch/contract';
import type { TestServer } from './servers/test-server.ts';

/** Sets the policies of capabilities as the owner. */
export async function setPolicies(
  server: TestServer,
  policies: Readonly<Partial<Record<Capability, UsePolicy>>>,
): Promise<void> {
  const changed = Object.entries(policies).map(([capability, { reason, approval }]) => ({
    capability: capability as Capability,
    reason,
    approval,
  }));
  await server.api(updateUsePolicies, { policies: changed }, server.admin.token);
}
