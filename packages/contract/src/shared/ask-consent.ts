import type { Capability } from '../core/access/capabilities.ts';
import { can, type Actor, type FeaturePermission } from '../core/access/permissions.ts';
import { commandCatalogue } from './command.ts';

/** Whether somebody may ask for a capability: whoever could use it, had the person granted it. */
export function canAskFor(actor: Actor | null, wanted: Capability): boolean {
  return permissionsToAsk(wanted).some((permission) => can(actor, { access: { permission, level: 'FULL_ACCESS' } }));
}

/** The permissions of which one lets an admin ask for a capability. */
export function permissionsToAsk(wanted: Capability): readonly FeaturePermission[] {
  // The one capability that no command asks for.
  if (wanted === 'NOTIFICATIONS') return ['TRIGGER_NOTIFICATIONS'];
  return Object.values(commandCatalogue).flatMap((command) =>
    command.capability === wanted ? command.permission : [],
  );
}
