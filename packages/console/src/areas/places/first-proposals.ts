import { ownZone, presets, proposedZones, type AlertEvent, type ProposedZone } from '@fairwatch/contract';
import type { RawSearch } from '../../core/components/filters/list-search.ts';
import { sessionStore } from '../../core/session/session-store.ts';

/*
 * The first zone and the first alert that a preset proposes. Links carry what is proposed in their search, and the forms start with it. Nothing is
 * made before somebody saves the form.
 */

/** The zone that the address proposes; null for none. */
export function proposedZone({ first }: RawSearch): ProposedZone | null {
  return typeof first === 'string' && Object.hasOwn(proposedZones, first) ? (first as ProposedZone) : null;
}

/** What the preset of this installation proposes for an alert; null where it proposes none. */
export function presetAlert() {
  const { preset } = sessionStore.get().installation;
  const { proposes, hours } = presets[preset ?? 'everything'];
  return proposes && { event: proposes.alert, hours: hours && { timeZone: ownZone(), days: [...hours] } };
}

/** The search of a link to the first zone that the preset of this installation proposes; empty where it proposes none. */
export function firstZoneSearch(): RawSearch {
  const [first] = presets[sessionStore.get().installation.preset ?? 'everything'].proposes?.zones ?? [];
  return first === undefined ? {} : { first };
}

/** The search of a link that proposes an alert, about this zone when there is one. */
export function alertSearch(event: AlertEvent, zone?: { id: number; name: string }): RawSearch {
  return { tab: 'rules', first: event, ...(zone && { zone: zone.id, zoneName: zone.name }) };
}

/** The alert that the address proposes; null for none. */
export function proposedAlert({ first, zone, zoneName }: RawSearch) {
  if (first !== 'ENTERS_ZONE' && first !== 'LEAVES_ZONE') return null;
  return {
    event: first === 'ENTERS_ZONE' ? ('ENTERS_ZONE' as const) : ('LEAVES_ZONE' as const),
    zoneId: typeof zone === 'number' ? String(zone) : '',
    zoneName: typeof zoneName === 'string' ? zoneName : '',
    hours: presetAlert()?.hours ?? null,
  };
}

/** The search without what was proposed. */
export const withoutProposal: RawSearch = { first: undefined, zone: undefined, zoneName: undefined };
