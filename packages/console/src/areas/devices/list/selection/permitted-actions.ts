import {
  addToGroup,
  assignSelection,
  can,
  canAskFor,
  canStartAction,
  capabilityNames,
  type Actor,
  type RunAction,
} from '@fairwatch/contract';
import { permittedUpdates } from '../../../../shared/run-progress/update-titles.ts';
import { permittedActions as repeatable } from '../../../../shared/schedule-form/schedule-draft.ts';
import { isKindUsed } from '../../../../core/session/session-store.ts';

/** What can be done with selected devices, in the order of the bar. */
export const selectionActions = [
  'update',
  'locate',
  'notify',
  'ask',
  'schedule',
  'addToGroup',
  'removeFromGroup',
  'assign',
  'export',
  'end',
] as const;
export type SelectionAction = (typeof selectionActions)[number];

export const locateAction: RunAction = { action: 'UPDATE', commands: ['UPDATE_LOCATIONS'] };

const permits: Record<SelectionAction, (actor: Actor | null) => boolean> = {
  update: (actor) => permittedUpdates(actor).length > 0,
  locate: (actor) => canStartAction(actor, locateAction),
  notify: (actor) => canStartAction(actor, { action: 'NOTIFY', title: '', message: '', type: 'INFO' }),
  ask: (actor) => capabilityNames.some((capability) => isKindUsed(capability) && canAskFor(actor, capability)),
  schedule: (actor) => repeatable(actor).length > 0,
  addToGroup: (actor) => can(actor, addToGroup),
  removeFromGroup: (actor) => can(actor, addToGroup),
  assign: (actor) => can(actor, assignSelection),
  // Whoever sees the list may export it.
  export: (actor) => actor !== null,
  end: (actor) => canStartAction(actor, { action: 'END', reason: '' }),
};

/** The actions that an admin may start. What they may do on each device is checked at its turn. */
export function permittedActions(actor: Actor | null): SelectionAction[] {
  return selectionActions.filter((action) => permits[action](actor));
}
