import type { PresetName, TextGroup } from '@fairwatch/contract';
import { replaceTexts } from '../../core/i18n/i18n.ts';

type Words = Readonly<Record<string, TextGroup>>;

/**
 * Loads the plain words of a preset, of which `plain-words.json` is the only table: the texts of all presets, and those of one. SPEC's
 * words stay in *Everything*, and until somebody has chosen a preset.
 */
export async function loadWords(preset: PresetName | null): Promise<void> {
  rememberWords(hasPlainWords(preset));
  if (!hasPlainWords(preset)) return replaceTexts('', null);
  const { default: words } = await import('./plain-words.json');
  replaceTexts(preset, wordsOf(words, preset));
}

/** The page outline has SPEC's titles, which public/before-paint.js hides where this is set. */
function rememberWords(arePlain: boolean): void {
  try {
    localStorage.setItem('plain-words', arePlain ? 'yes' : 'no');
  } catch {
    // A browser may refuse the storage to this page.
  }
}

function hasPlainWords(preset: PresetName | null): preset is PlainPreset {
  return preset !== null && preset !== 'everything';
}

export type PlainPreset = Exclude<PresetName, 'everything'>;

/** The texts of a preset: those of all presets, and its own where it has others. */
export function wordsOf(words: { all: Words } & Record<PlainPreset, Words>, preset: PlainPreset): Words {
  return merge(words.all, words[preset]) as Words;
}

function merge(one: TextGroup, other: TextGroup): TextGroup {
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [before, after] = [one[key], other[key]];
      return [key, isGroup(before) && isGroup(after) ? merge(before, after) : (after ?? before ?? '')];
    }),
  );
}

function isGroup(value: TextGroup[string] | undefined): value is TextGroup {
  return typeof value === 'object' && !Array.isArray(value);
}
