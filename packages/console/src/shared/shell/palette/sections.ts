import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { rankItems } from './rank.ts';

export interface PaletteSection {
  group: PaletteGroup;
  items: PaletteItem[];
}

const groupOrder: readonly PaletteGroup[] = ['action', 'devicePage', 'page', 'command'];
/** The groups of items that the server finds. */
const foundGroupOrder: readonly PaletteGroup[] = ['pageOfDevice', 'device', 'ticket', 'person'];
/** More items of one section would push the others off the screen. */
const maxItemsPerSection = 6;

interface SectionsInput {
  typed: string;
  /** Items that the console has without a request. */
  items: readonly PaletteItem[];
  /** Items that the server found. They come last, so that nothing moves under the pointer when they arrive. */
  found: readonly PaletteItem[];
  /** The ids of recently used items, newest first. */
  recentIds: readonly string[];
}

function groupItems(items: readonly PaletteItem[], groups: readonly PaletteGroup[]): PaletteSection[] {
  return groups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((section) => section.items.length > 0);
}

/** The sections before anything is typed: recently used items, then all local ones. */
function initialSections({ items, found, recentIds }: SectionsInput): PaletteSection[] {
  const recentItems = recentIds.flatMap((id) => [...items, ...found].find((item) => item.id === id) ?? []);
  const rest = items.filter((item) => !recentItems.includes(item));
  const first: PaletteSection[] = recentItems.length === 0 ? [] : [{ group: 'recent', items: recentItems }];
  return [...first, ...groupItems(rest, groupOrder)];
}

/** Builds the sections of the list. For a typed text the section with the best match comes first. */
export function buildSections(input: SectionsInput): PaletteSection[] {
  const typed = input.typed.trim();
  if (typed === '') return initialSections(input);
  const matching = rankItems(input.items, typed, input.recentIds);
  const groupsByScore = [...new Set(matching.map(({ group }) => group))];
  return [...groupItems(matching, groupsByScore), ...groupItems(input.found, foundGroupOrder)].map(
    ({ group, items }) => ({
      group,
      items: items.slice(0, maxItemsPerSection),
    }),
  );
}

/** The item before or after the active one, across all sections and wrapping around at both ends. */
export function stepItem(
  shown: readonly PaletteItem[],
  active: PaletteItem | undefined,
  by: 1 | -1,
): PaletteItem | undefined {
  const index = shown.findIndex(({ id }) => id === active?.id);
  return shown.at((index + by) % shown.length);
}
