import { alertFacts } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isUsedKind } from '../settings/used-kinds-sql.ts';
import { holdsOne, isTold, mayRead, type Disclosure } from './disclosure-sql.ts';

/** The permissions for events that read no kind of data, such as being offline. */
const eventPermissions = [
  ...new Set(
    Object.values(alertFacts).flatMap(({ capability, permission }) => (capability === null ? permission : [])),
  ),
];

/** An alert, or a notification of one, about a device `d`. */
interface AlertDisclosure extends Pick<Disclosure, 'admin' | 'live' | 'at' | 'isInScope'> {
  /** The kind of data that its rule reads, an expression of type text; null for none. */
  capability: RawBuilder<unknown>;
}

/** True for an active admin `user` who may read what a rule about this kind of data reads, while this installation uses it. */
export function mayReadAlerts(user: RawBuilder<unknown>, capability: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${mayRead(user, sql`coalesce(${capability}, 'DEVICE')`)} and ${isUsedKind(sql`coalesce(${capability}, 'DEVICE')`)} and (${capability} is not null or ${holdsOne(
    user,
    sql`${JSON.stringify(eventPermissions)}::jsonb`,
  )}))`;
}

/** True when the admin may be told of an alert about the device `d` now: as of the data that its rule reads. */
export function isToldOfAlert({ capability, ...disclosure }: AlertDisclosure): RawBuilder<boolean> {
  const isPermitted: RawBuilder<boolean> = sql`exists (
    select from users reader where reader.id = ${disclosure.admin} and ${mayReadAlerts(sql`reader`, capability)})`;
  return isTold({ ...disclosure, told: sql`coalesce(${capability}, 'DEVICE')`, isPermitted });
}
