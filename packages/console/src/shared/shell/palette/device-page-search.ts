import type { PaletteItem } from './palette-item.ts';
import { matchScore } from './rank.ts';

/** The searchable texts of a device page. */
type SearchablePage = Pick<PaletteItem, 'label' | 'keywords'>;

/** The typed text, parsed as a device and a page of it. */
export interface DevicePageSearch<Page> {
  /** The words that search the device; empty when every word names the page. */
  device: string;
  /** The pages that match the other words, best first. */
  pages: Page[];
}

/** Shorter texts match too many pages. */
const minPageTextLength = 3;
/** The `matchScore` from which each typed word begins a word of the page's label or keywords. */
const minPageScore = 2;

/**
 * Parses "marco loc" or "loc marco" as the location page of a device that matches "marco", and "sms" as that page of any device.
 * As many words as possible are taken for the page, so that "marco text messages" searches "marco". Null when no word names a page.
 */
export function parseDevicePageSearch<Page extends SearchablePage>(
  typed: string,
  pages: readonly Page[],
): DevicePageSearch<Page> | null {
  const words = typed.split(/\s+/).filter(Boolean);
  for (let count = words.length; count > 0; count -= 1) {
    for (const from of new Set([words.length - count, 0])) {
      const pageText = words.slice(from, from + count).join(' ');
      if (pageText.length < minPageTextLength) continue;
      const matching = pages
        .map((page) => ({ page, score: matchScore(page, pageText) }))
        .filter(({ score }) => score >= minPageScore)
        .toSorted((one, other) => other.score - one.score);
      if (matching.length === 0) continue;
      const device = [...words.slice(0, from), ...words.slice(from + count)].join(' ');
      return { device, pages: matching.map(({ page }) => page) };
    }
  }
  return null;
}
