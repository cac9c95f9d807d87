import { retentionList, retentionUpdate } from '@fairwatch/contract';
import { retainedKinds } from './retention.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { changeRetention, listRetention } from './retention.service.ts';

export function retentionRoutes({ db, bus }: Services, tables: readonly RowTable[]): Route[] {
  const kinds = retainedKinds(tables);
  return [
    handle(retentionList, ({ input }) => listRetention(db, kinds, input.days)),
    handle(retentionUpdate, async ({ session, input }) => {
      await changeRetention(db, kinds, input.days, session);
      bus.publish('supervisionChanged', { deviceIds: null });
      return await listRetention(db, kinds);
    }),
  ];
}
