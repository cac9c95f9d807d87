import { selectLongListPage, type LongList } from '../../database/long-list.ts';
import type { Database } from '../../database/schema.ts';
import type { Gated, JsonPage } from '../../http/route.ts';
import type { Scope } from '../../scope.ts';
import { accessBeside, type DeviceAccess } from '../devices.store.ts';

type Page = Parameters<typeof selectLongListPage>[2];

/** One device's page of a long list, whose parts have `deviceId` and `userId` as slots, with what decides about it. */
export async function selectGatedPage(
  db: Database,
  { scope, deviceId }: { scope: Scope; deviceId: number },
  list: Omit<LongList, 'beside' | 'values'>,
  page: Page,
): Promise<Gated<JsonPage>> {
  const values = { deviceId, userId: scope.userId };
  const { beside, ...answer } = await selectLongListPage(db, { ...list, beside: accessBeside(scope), values }, page);
  return { answer, access: (beside ?? undefined) as DeviceAccess | undefined };
}
