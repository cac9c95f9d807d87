import { loadDefaultHours, updateDefaultHours } from '@fairwatch/contract';
import { readDefaultHours, writeDefaultHours } from './default-hours.store.ts';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';

export function sharingHoursRoutes({ db }: Services): Route[] {
  return [
    handle(loadDefaultHours, () => readDefaultHours(db)),
    handle(updateDefaultHours, ({ session, input: { hours } }) =>
      db.transaction().execute(async (transaction) => {
        const { hours: before } = await readDefaultHours(transaction);
        await writeDefaultHours(transaction, { before, after: hours }, session);
        return await readDefaultHours(transaction);
      }),
    ),
  ];
}
