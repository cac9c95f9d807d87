import { deleteView, renameView, savedViews, saveView } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deleteOwnView, findViews, renameOwnView, writeView } from './saved-views.store.ts';

/** Each change answers what there is afterwards, so that the console need not ask again. */
export function savedViewsRoutes({ db }: Services): Route[] {
  return [
    handle(savedViews, ({ scope, input: { list } }) => findViews(db, scope, list)),
    handle(saveView, async ({ scope, input: { list, view } }) => {
      await writeView(db, scope, list, view);
      return await findViews(db, scope, list);
    }),
    handle(renameView, async ({ scope, input: { list, ...names } }) => {
      await renameOwnView(db, scope, list, names);
      return await findViews(db, scope, list);
    }),
    handle(deleteView, async ({ scope, input: { list, name } }) => {
      await deleteOwnView(db, scope, list, name);
      return await findViews(db, scope, list);
    }),
  ];
}
