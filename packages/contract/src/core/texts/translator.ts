import { matchLanguage, sourceLanguage, type Language } from './languages.ts';
import { isolate } from './isolate.ts';

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

/** Looks up texts of one file of texts in one language. */
export interface LanguageTranslator<Group> {
  (key: TextPath<Group>, values?: TextValues): string;
  /** The texts of a list, such as the rules of the house. */
  list(key: ListPath<Group>, values?: TextValues): string[];
}

/** Looks up texts of one file of texts, in the selected language. */
export interface Translator<Group> extends LanguageTranslator<Group> {
  /** Looks them up in another language than the selected one: one server writes to readers of many languages. */
  in(tag: string, options?: ReaderOptions): LanguageTranslator<Group>;
}

interface ReaderOptions {
  /** True to take the simple words, such as a minor reads them, of every text that has them. */
  simple?: boolean;
}

/** Who reads: their language, and the registered texts in which a text is looked for, the best ones first. */
interface Reader {
  tag: string;
  places: readonly string[];
  plurals: Intl.PluralRules;
}

const textsByLanguage = new Map<string, Map<string, TextGroup>>();

/** The group in a file of texts that says some of them again in simple words, under the same keys. */
const simpleGroup = 'simple';
/** The language of a file's simple words. */
const simpleOf = (tag: string) => `${tag}-x-${simpleGroup}`;

const readers = new Map<string, Reader>();
let language: string = sourceLanguage;
let isSimple = false;

/** Selects the language of all texts, and of the numbers in them. It must be a tag that `Intl` accepts. */
export function setTextLanguage(tag: string): void {
  language = tag;
}

/** The language in which texts are looked up at the moment. */
export function textLanguage(): string {
  return language;
}

/**
 * Makes texts in the language of one reader, whatever is selected. `make` must not wait for anything: the language is selected only until it
 * returns, so that two readers of one server never mix.
 */
export function inLanguage<Made>(tag: string, make: () => Made): Made {
  const [before, wasSimple] = [language, isSimple];
  [language, isSimple] = [tag, false];
  try {
    return make();
  } finally {
    [language, isSimple] = [before, wasSimple];
  }
}

/** Selects simple words, such as a minor reads them, for every text that has them. */
export function setSimpleTexts(simple: boolean): void {
  isSimple = simple;
}

/** A reader is kept: making its plural rules takes longer than finding a text. */
function readerOf(tag: string, simple: boolean): Reader {
  const key = simple ? simpleOf(tag) : tag;
  const known = readers.get(key);
  if (known !== undefined) return known;
  const tags = new Set([tag, tag.split('-', 1).join(), matchLanguage([tag]), sourceLanguage]);
  const places = Array.from(tags).flatMap((each) => (simple ? [simpleOf(each), each] : [each]));
  const reader = { tag, places, plurals: new Intl.PluralRules(tag) };
  readers.set(key, reader);
  return reader;
}

/** Registers a file of texts under its name, so that keys are found in it. Its group `simple` has the simple words for some of its texts. */
export function registerTexts(name: string, texts: TextGroup, of: string = sourceLanguage): void {
  register(name, texts, of);
  const simple = texts[simpleGroup];
  if (isGroup(simple)) register(name, simple, simpleOf(of));
}

function register(name: string, texts: TextGroup, of: string): void {
  const known = textsByLanguage.get(of) ?? new Map<string, TextGroup>();
  textsByLanguage.set(of, known.set(name, texts));
}

/** Titles by their keys, each in the language that is selected when it is read. */
export function textRecord<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  textOf: (key: Key) => string,
): Readonly<Record<Key, string>> {
  const titles: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(texts) as Key[]) {
    Object.defineProperty(titles, key, { enumerable: true, get: () => textOf(key) });
  }
  return titles as Readonly<Record<Key, string>>;
}

/** Registers the texts of one language, by the names of their files: the content of a file under `locales`. */
export function registerLanguage(of: Language, files: Readonly<Record<string, TextGroup>>): void {
  for (const [name, texts] of Object.entries(files)) registerTexts(name, texts, of);
}

/** Registers a file of texts, and returns what looks them up. A key that the file does not have does not compile. */
export function translator<Group extends TextGroup>(
  name: string,
  texts: Group,
): Translator<Omit<Group, typeof simpleGroup>> {
  registerTexts(name, texts);
  const lookUpFor = (reader: () => Reader) => {
    const find = (key: string, values?: TextValues) => findFor(reader(), name, key, values);
    const translate = (key: string, values?: TextValues) => String(find(key, values) ?? key);
    const list = (key: string, values?: TextValues) => (find(key, values) ?? []) as string[];
    return Object.assign(translate, { list });
  };
  const inLanguage = (tag: string, { simple = false }: ReaderOptions = {}) => lookUpFor(() => readerOf(tag, simple));
  return Object.assign(lookUpFor(selectedReader), { in: inLanguage });
}

function selectedReader(): Reader {
  return readerOf(language, isSimple);
}

/** The text, list or group of a key, in the selected language or else in English; undefined when there is none. */
export function findText(
  name: string,
  key: string,
  values?: TextValues,
): string | readonly string[] | TextGroup | undefined {
  return findFor(selectedReader(), name, key, values);
}

function findFor(reader: Reader, name: string, key: string, values: TextValues = {}): TextGroup[string] | undefined {
  for (const place of reader.places) {
    const texts = textsByLanguage.get(place)?.get(name);
    const found = texts && lookUp(texts, key, values['count'], reader.plurals);
    if (found !== undefined) return fillIn(found, values, reader.tag);
  }
  return undefined;
}

function lookUp(
  texts: TextGroup,
  key: string,
  count: unknown,
  plurals: Intl.PluralRules,
): TextGroup[string] | undefined {
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

function fillIn(found: TextGroup[string], values: TextValues, tag: string): TextGroup[string] {
  if (typeof found === 'string') {
    return found.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
      const value = values[name] ?? '';
      if (isNumber) return Number(value).toLocaleString(tag);
      return typeof value === 'string' ? isolate(value, tag) : String(value);
    });
  }
  return isGroup(found) ? found : found.map((each) => String(fillIn(each, values, tag)));
}
