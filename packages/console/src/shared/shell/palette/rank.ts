import { foldText } from '../../../core/components/text/fold-text.ts';
import type { PaletteItem } from './palette-item.ts';

const normalize = (text: string) => foldText(text).trim();

const wordsOf = (text: string) =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A shorter text is not searched for inside words, because it occurs in too many. */
const minSubstringLength = 3;

/** Scores how well an item matches the typed text: 0 for no match, 6 for an equal label. */
export function matchScore({ label, keywords = '' }: Pick<PaletteItem, 'label' | 'keywords'>, typed: string): number {
  const [search, name] = [normalize(typed), normalize(label)];
  if (name === search) return 6;
  if (name.startsWith(search)) return 5;
  const labelWords = wordsOf(label);
  const allBegin = (words: readonly string[]) =>
    wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
  if (allBegin(labelWords)) return 4;
  if (labelWords.length > 1 && labelWords.map((word) => word[0]).join('') === search) return 3;
  if (allBegin([...labelWords, ...wordsOf(keywords)])) return 2;
  return search.length >= minSubstringLength && name.includes(search) ? 1 : 0;
}

/** The matching items, best score first. Among equal scores recently used items come first; the rest keep their order. */
export function rankItems(items: readonly PaletteItem[], typed: string, recentIds: readonly string[]): PaletteItem[] {
  const age = ({ id }: PaletteItem) => (recentIds.includes(id) ? recentIds.indexOf(id) : recentIds.length);
  return items
    .map((item) => ({ item, score: matchScore(item, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || age(a.item) - age(b.item))
    .map(({ item }) => item);
}
