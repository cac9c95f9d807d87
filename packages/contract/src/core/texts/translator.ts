/** Texts as they stand in a `*.texts.json`: nested keys, `{{name}}` placeholders, `rows_one` and `rows_other` for plurals. */
export interface TextGroup {
  readonly [key: string]: string | readonly string[] | TextGroup;
}

/** What fills in the placeholders of a text. `count` also selects its plural form. */
export type TextValues = Readonly<Record<string, unknown>>;

/** `rows_one` and `rows_other` are asked for as `rows`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key;

/** The keys of all texts in a group, such as `columns.email`. */
export type TextPath<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? WithoutPlural<Key>
    : Group[Key] extends readonly string[]
      ? never
      : `${Key}.${TextPath<Group[Key]>}`;
}[keyof Group & string];

/** The keys of all lists of texts in a group. */
type ListPath<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? never
    : Group[Key] extends readonly string[]
      ? Key
      : `${Key}.${ListPath<Group[Key]>}`;
}[keyof Group & string];

/** Looks up a text of one file of texts. */
export interface Translator<Group> {
  (key: TextPath<Group>, values?: TextValues): string;
  /** The texts of a list, such as the rules of the house. */
  list(key: ListPath<Group>, values?: TextValues): string[];
}

/** Every language falls back to it. */
const fallback = 'en';
const textsByLanguage = new Map<string, Map<string, TextGroup>>();
let language = fallback;
/** The languages in which a text is looked for, the best one first. */
let languages = [fallback];
let plurals = new Intl.PluralRules(fallback);
let isSimple = false;

/** The group in a file of texts that says some of them again in simple words, under the same keys. */
const simpleGroup = 'simple';
/** The language of a file's simple words. */
const simpleOf = (tag: string) => `${tag}-x-${simpleGroup}`;

/** Selects the language of all texts, and of the numbers in them. It must be a tag that `Intl` accepts. */
export function setTextLanguage(tag: string): void {
  language = tag;
  languages = [tag, tag.split('-', 1).join(), fallback];
  plurals = new Intl.PluralRules(tag);
}

/** Selects simple words, such as a minor reads them, for every text that has them. */
export function setSimpleTexts(simple: boolean): void {
  isSimple = simple;
}

/** Registers a file of texts under its name, so that keys are found in it. */
export function registerTexts(name: string, texts: TextGroup, of = fallback): void {
  const known = textsByLanguage.get(of) ?? new Map<string, TextGroup>();
  textsByLanguage.set(of, known.set(name, texts));
}

/**
 * Registers a file of texts, and returns what looks them up. A key that the file does not have does not compile. Its group `simple` has the
 * simple words for some of its texts.
 */
export function translator<Group extends TextGroup>(
  name: string,
  texts: Group,
): Translator<Omit<Group, typeof simpleGroup>> {
  registerTexts(name, texts);
  const simple = texts[simpleGroup];
  if (isGroup(simple)) registerTexts(name, simple, simpleOf(fallback));
  const translate = (key: string, values?: TextValues) => String(findText(name, key, values) ?? key);
  const list = (key: string, values?: TextValues) => (findText(name, key, values) ?? []) as string[];
  return Object.assign(translate, { list });
}

/** The text, list or group of a key, in the selected language or else in English; undefined when there is none. */
export function findText(
  name: string,
  key: string,
  values: TextValues = {},
): string | readonly string[] | TextGroup | undefined {
  const readers = isSimple ? languages.flatMap((each) => [simpleOf(each), each]) : languages;
  for (const each of readers) {
    const texts = textsByLanguage.get(each)?.get(name);
    const found = texts && lookUp(texts, key, values['count']);
    if (found !== undefined) return fillIn(found, values);
  }
  return undefined;
}

function lookUp(texts: TextGroup, key: string, count: unknown): TextGroup[string] | undefined {
  const path = key.split('.');
  const last = path.pop() ?? '';
  let group: TextGroup[string] | undefined = texts;
  for (const part of path) group = isGroup(group) ? group[part] : undefined;
  if (!isGroup(group)) return undefined;
  if (typeof count !== 'number') return group[last];
  // A text for none counts in every language, also in those whose grammar has no such form.
  const none = count === 0 ? group[`${last}_zero`] : undefined;
  return none ?? group[`${last}_${plurals.select(count)}`] ?? group[`${last}_other`] ?? group[last];
}

function isGroup(found: TextGroup[string] | undefined): found is TextGroup {
  return typeof found === 'object' && !Array.isArray(found);
}

function fillIn(found: TextGroup[string], values: TextValues): TextGroup[string] {
  if (typeof found === 'string') {
    return found.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
      const value = values[name] ?? '';
      return isNumber ? Number(value).toLocaleString(language) : String(value);
    });
  }
  return isGroup(found) ? found : found.map((each) => String(fillIn(each, values)));
}
