import type { Capability } from '@fairwatch/contract';
import { selectLongListPage, type LongList } from '../../core/database/long-list.ts';
import type { Database } from '../schema/schema.ts';
import type { Gated } from '../routes/route.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { deviceAccessJson, type DeviceAccess } from '../device-state/devices.store.ts';

type Page = Parameters<typeof selectLongListPage>[2];

/**
 * Reads a page of one device's rows together with the admin's access to the device. The parts of `list` have the parameters
 * `deviceId` and `userId`.
 */
export async function selectGatedPage(
  db: Database,
  { scope, deviceId, capability }: { scope: Scope; deviceId: number; capability: Capability },
  list: Omit<LongList, 'beside' | 'values'>,
  page: Page,
): Promise<Gated<JsonPage>> {
  const values = { deviceId, userId: scope.userId };
  const { beside, ...answer } = await selectLongListPage(
    db,
    { ...list, beside: deviceAccessJson(scope, { capability, action: 'READ' }), values },
    page,
  );
  return { answer, access: (beside ?? undefined) as DeviceAccess | undefined };
}
