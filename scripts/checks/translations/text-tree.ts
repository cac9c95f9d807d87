/** Texts as they stand in a file: nested keys, single texts and lists. */
export type Texts = { [key: string]: string | string[] | Texts };

/** A single text, or all entries of a list. */
export type Leaf = string | readonly string[];

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** The texts of a tree by their paths, such as `columns.email`. */
export function leavesOf(texts: Texts, prefix = '', found = new Map<string, Leaf>()): Map<string, Leaf> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string' || Array.isArray(value)) found.set(prefix + key, value);
    else leavesOf(value, `${prefix}${key}.`, found);
  }
  return found;
}

/** The path of a text without its plural form, and that form. */
export function splitPlural(key: string): { base: string; form: Intl.LDMLPluralRule | undefined } {
  const form = pluralForm.exec(key)?.[1] as Intl.LDMLPluralRule | undefined;
  return { base: form === undefined ? key : key.slice(0, -form.length - 1), form };
}

/**
 * What a language owes for each English text: its path there, with the English text to compare. English plural forms become all forms of
 * the language's grammar; a text for exactly none stays one.
 */
export function owedLeaves(english: Texts, language: string): Map<string, Leaf> {
  const leaves = leavesOf(english);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const owed = new Map<string, Leaf>();
  for (const [key, leaf] of leaves) {
    const { base, form } = splitPlural(key);
    const isPlural = form !== undefined && leaves.has(`${base}_other`);
    if (!isPlural || form === 'zero') owed.set(key, leaf);
    if (!isPlural) continue;
    const other = leaves.get(`${base}_other`) ?? leaf;
    for (const each of pluralCategories) {
      const path = `${base}_${each}`;
      if (!owed.has(path)) owed.set(path, leaves.get(path) ?? other);
    }
  }
  return owed;
}
