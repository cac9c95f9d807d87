import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { rank } from './rank.ts';

export interface PaletteSection {
  group: PaletteGroup;
  items: PaletteItem[];
}

const order: readonly PaletteGroup[] = ['action', 'devicePage', 'page', 'command'];
/** What only the server can find. */
const foundOrder: readonly PaletteGroup[] = ['pageOfDevice', 'device', 'ticket', 'person'];
/** More of one part would push the others off the screen. */
const mostOfAPart = 6;

interface Offer {
  typed: string;
  /** What the console itself knows. */
  items: readonly PaletteItem[];
  /** What the server found; always last, so that nothing moves under the cursor when it arrives. */
  found: readonly PaletteItem[];
  /** The ids of what was used lately, the latest first. */
  recent: readonly string[];
}

function inGroups(items: readonly PaletteItem[], groups: readonly PaletteGroup[]): PaletteSection[] {
  return groups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter(({ items: own }) => own.length > 0);
}

/** The list before anything is typed: what was used lately, then all there is. */
function atFirst({ items, found, recent }: Offer): PaletteSection[] {
  const lately = recent.flatMap((id) => [...items, ...found].find((item) => item.id === id) ?? []);
  const rest = items.filter((item) => !lately.includes(item));
  const first: PaletteSection[] = lately.length === 0 ? [] : [{ group: 'recent', items: lately }];
  return [...first, ...inGroups(rest, order)];
}

/** The parts of the list. Once something is typed, the part with the best match comes first. */
export function sections(offer: Offer): PaletteSection[] {
  const typed = offer.typed.trim();
  if (typed === '') return atFirst(offer);
  const fitting = rank(offer.items, typed, offer.recent);
  const byBest = [...new Set(fitting.map(({ group }) => group))];
  return [...inGroups(fitting, byBest), ...inGroups(offer.found, foundOrder)].map(({ group, items }) => ({
    group,
    items: items.slice(0, mostOfAPart),
  }));
}

/** The item one step away in the whole list, round and round. */
export function step(
  shown: readonly PaletteItem[],
  active: PaletteItem | undefined,
  by: 1 | -1,
): PaletteItem | undefined {
  const at = shown.findIndex(({ id }) => id === active?.id);
  return shown.at((at + by) % shown.length);
}
