import { savedViewLimits, type SavedView } from '@fairwatch/contract';
import { sql } from 'kysely';
import { boundCreated } from '../../../shared/bounds/creation-bounds.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';

/** The admin's views of a list, by name. */
export async function findViews(db: Database, { userId }: Scope, list: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select name, search, hidden from saved_views where user_id = ${userId} and list = ${list}
    order by lower(name), name`.execute(db);
  return rows;
}

/** Stores a view in place of the one of its name. The oldest of too many go, of the list and of the account. */
export async function writeView(db: Database, { userId }: Scope, list: string, view: SavedView): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await storeView(transaction, userId, list, view);
    await boundCreated(transaction, 'savedViews', userId);
  });
}

async function storeView(
  db: Database,
  userId: number,
  list: string,
  { name, search, hidden }: SavedView,
): Promise<void> {
  await sql`
    insert into saved_views (user_id, list, name, search, hidden)
    values (${userId}, ${list}, ${name}, ${search}, ${hidden}::text[])
    on conflict (user_id, list, name)
      do update set search = excluded.search, hidden = excluded.hidden, saved_at = now()`.execute(db);
  await sql`
    delete from saved_views where user_id = ${userId} and list = ${list} and name in (
      select name from saved_views where user_id = ${userId} and list = ${list}
      order by saved_at desc, name offset ${savedViewLimits.views})`.execute(db);
  await sql`
    delete from saved_views where user_id = ${userId} and (list, name) in (
      select list, name from saved_views where user_id = ${userId}
      order by saved_at desc, list, name offset ${savedViewLimits.viewsOfAccount})`.execute(db);
}

/** Gives a view another name. One that has that name already gives way, unless there is nothing to rename. */
export async function renameOwnView(
  db: Database,
  { userId }: Scope,
  list: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from === to) return;
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from saved_views where user_id = ${userId} and list = ${list} and name = ${to} and exists (
        select from saved_views where user_id = ${userId} and list = ${list} and name = ${from})`.execute(transaction);
    await sql`
      update saved_views set name = ${to} where user_id = ${userId} and list = ${list} and name = ${from}`.execute(
      transaction,
    );
  });
}

export async function deleteOwnView(db: Database, { userId }: Scope, list: string, name: string): Promise<void> {
  await sql`delete from saved_views where user_id = ${userId} and list = ${list} and name = ${name}`.execute(db);
}
