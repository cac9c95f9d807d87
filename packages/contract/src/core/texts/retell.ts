import { sourceLanguage } from './languages.ts';
import { findText, textLanguage, type TextGroup, type TextValues } from './translator.ts';

interface Pattern {
  key: string;
  pattern: RegExp;
  /** How many letters of it are the text's own. The text that says most of a sentence is the one it was made from. */
  own: number;
}

const patternsOf = new Map<string, readonly Pattern[]>();

/**
 * Tells a stored sentence, which was made from one of the English texts under these keys, in the language that is selected. What no text of ours
 * made, and what a newer text replaced, stays as it was stored.
 */
export function retell(file: string, texts: TextGroup, keys: readonly string[], stored: string): string {
  if (textLanguage() === sourceLanguage) return stored;
  const fitting = keys
    .flatMap((key) => knownPatterns(file, texts, key))
    .flatMap(({ pattern, ...rest }) => {
      const found = pattern.exec(stored);
      return found === null ? [] : [{ ...rest, values: valuesOf(found.groups ?? {}) }];
    })
    .toSorted((one, other) => other.own - one.own);
  const [best] = fitting;
  const told = best && findText(file, best.key, best.values);
  return typeof told === 'string' ? told : stored;
}

function valuesOf(groups: Readonly<Record<string, string>>): TextValues {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [
      name.replace(/^n_/, ''),
      name.startsWith('n_') ? Number(value.replaceAll(',', '')) : value,
    ]),
  );
}

function knownPatterns(file: string, texts: TextGroup, key: string): readonly Pattern[] {
  const place = `${file}:${key}`;
  const known = patternsOf.get(place);
  if (known) return known;
  let group: TextGroup[string] | undefined = texts;
  for (const part of key.split('.')) {
    group = typeof group === 'object' && !Array.isArray(group) ? (group as TextGroup)[part] : undefined;
  }
  const patterns = group === undefined ? [] : toPatterns(key, group);
  patternsOf.set(place, patterns);
  return patterns;
}

function toPatterns(key: string, text: TextGroup[string]): Pattern[] {
  if (typeof text === 'string') {
    const source = text
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\{(\w+), number\}\}/g, String.raw`(?<n_$1>[\d,]+)`)
      .replaceAll(/\{\{(\w+)\}\}/g, '(?<$1>.+)');
    return [
      {
        key: key.replace(/_(?:zero|one|two|few|many|other)$/, ''),
        pattern: new RegExp(`^${source}$`, 'su'),
        own: text.replaceAll(/\{\{.*?\}\}/g, '').length,
      },
    ];
  }
  if (Array.isArray(text)) return [];
  return Object.entries(text).flatMap(([name, each]) => toPatterns(`${key}.${name}`, each));
}
