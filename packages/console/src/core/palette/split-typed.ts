import type { PaletteItem } from './palette-item.ts';
import { fit } from './rank.ts';

/** A page of any device, as far as it can be found by its name. */
type NamedPage = Pick<PaletteItem, 'label' | 'also'>;

/** What was typed, read as a page of some device. */
export interface DevicePageSearch<Page> {
  /** The words that name the device; empty when every word names the page. */
  device: string;
  /** The pages that fit the other words, best first. */
  pages: Page[];
}

/** Fewer letters fit too many pages to name one. */
const pageFrom = 3;
/** As `fit` counts: each word begins a word of the page's name, or of the words it is also found by. */
const namesPage = 2;

/**
 * Reads "marco loc" or "loc marco" as the location page of the device that is found by "marco", and "sms" as that page of any device.
 * As many words as possible name the page, so that "marco text messages" looks for "marco". Null when no word names a page.
 */
export function splitTyped<Page extends NamedPage>(
  typed: string,
  pages: readonly Page[],
): DevicePageSearch<Page> | null {
  const words = typed.split(/\s+/).filter(Boolean);
  for (let count = words.length; count > 0; count -= 1) {
    for (const from of new Set([words.length - count, 0])) {
      const named = words.slice(from, from + count).join(' ');
      if (named.length < pageFrom) continue;
      const fitting = pages
        .map((page) => ({ page, fits: fit(page, named) }))
        .filter(({ fits }) => fits >= namesPage)
        .toSorted((one, other) => other.fits - one.fits);
      if (fitting.length === 0) continue;
      const device = [...words.slice(0, from), ...words.slice(from + count)].join(' ');
      return { device, pages: fitting.map(({ page }) => page) };
    }
  }
  return null;
}
