import { capabilityNames, type Capability } from '@fairwatch/contract';
import { storeSetting } from '../shared/settings/settings.store.ts';
import { unusedKindsKey } from '../shared/settings/used-kinds-sql.ts';
import type { TestServer } from './servers/test-server.ts';

/** Sets which kinds of data the installation uses, and leaves what was collected and shared as it is. */
export async function setUsedKinds(
  { services: { db, bus } }: Pick<TestServer, 'services'>,
  usedKinds: readonly Capability[],
): Promise<void> {
  await storeSetting(
    db,
    unusedKindsKey,
    capabilityNames.filter((kind) => !usedKinds.includes(kind)),
  );
  bus.publish('kindsChanged', {});
}
