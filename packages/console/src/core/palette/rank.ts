import type { PaletteItem } from './palette-item.ts';

/** Without case and accents: nobody types those into a search. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Fewer letters stand inside of too many words. */
const insideFrom = 3;

/** How well an item fits what was typed: 0 for not at all, more for better. */
export function fit({ label, also = '' }: Pick<PaletteItem, 'label' | 'also'>, typed: string): number {
  const [wanted, name] = [plain(typed), plain(label)];
  if (name === wanted) return 6;
  if (name.startsWith(wanted)) return 5;
  const own = wordsOf(label);
  const every = (words: readonly string[]) =>
    wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
  if (every(own)) return 4;
  if (own.length > 1 && own.map((word) => word[0]).join('') === wanted) return 3;
  if (every([...own, ...wordsOf(also)])) return 2;
  return wanted.length >= insideFrom && name.includes(wanted) ? 1 : 0;
}

/** The items that fit, best first. Among equals what was used lately comes first, then what stood first. */
export function rank(items: readonly PaletteItem[], typed: string, recent: readonly string[]): PaletteItem[] {
  const age = ({ id }: PaletteItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return items
    .map((item) => ({ item, fits: fit(item, typed) }))
    .filter(({ fits }) => fits > 0)
    .toSorted((a, b) => b.fits - a.fits || age(a.item) - age(b.item))
    .map(({ item }) => item);
}
