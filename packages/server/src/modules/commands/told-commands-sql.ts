import { commandCatalogue } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isHeldBy, isTold } from '../../shared/disclosure/disclosure-sql.ts';

const factsOf = <Fact>(fact: (facts: (typeof commandCatalogue)[keyof typeof commandCatalogue]) => Fact) =>
  sql`${JSON.stringify(Object.fromEntries(Object.entries(commandCatalogue).map(([type, facts]) => [type, fact(facts)])))}::jsonb`;

/** Selects what a row with a command type tells of. */
export const capabilityOf = (row: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${factsOf(({ capability }) => capability)} ->> ${row}.command_type)`;

/**
 * True for a row with a command type and a device, such as a command or an item of a run, when this admin may be told now what it was
 * about. A row without a type, or of a device that has left, is not. Plan: the primary keys of what the policy reads.
 */
export function isCommandTold(admin: RawBuilder<unknown>, of: RawBuilder<unknown>): RawBuilder<boolean> {
  const permissions = sql`(${factsOf(({ permission }) => [permission])} -> ${of}.command_type)`;
  return sql`coalesce((
    select ${isTold({ admin, told: capabilityOf(of), isPermitted: isHeldBy(admin, permissions) })}
    from devices d where d.id = ${of}.device_id and d.left_at is null), false)`;
}
