/** The texts by namespace. Each part of the console has its own file of them: `texts.d.ts` adds them here. */
export interface Texts {}

export type TextNamespace = keyof Texts;

/** `rows_one` and `rows_other` are asked for as `rows`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key;

/** The paths of all texts in a group, such as `columns.email`. */
type Paths<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? WithoutPlural<Key>
    : Group[Key] extends readonly string[]
      ? never
      : `${Key}.${Paths<Group[Key]>}`;
}[keyof Group & string];

type PathsByNamespace = { [Namespace in TextNamespace]: Paths<Texts[Namespace]> };

/** A key with its namespace, such as `users:columns.username`, for components that show texts of any namespace with `i18n.t`. */
export type TextKey = { [Namespace in TextNamespace]: `${Namespace}:${PathsByNamespace[Namespace]}` }[TextNamespace];

/**
 * Looks up a text. i18next has a type of its own for this, `TFunction`, but checking the console with it takes twice as long,
 * and nothing here uses what it knows beyond these three ways.
 */
export interface Translate<Namespace extends TextNamespace> {
  (key: PathsByNamespace[Namespace] | TextKey, values?: Record<string, unknown>): string;
  /** With a key that need not exist, because it is made from a word of the server. */
  (key: string, values: Record<string, unknown> & { defaultValue: string }): string;
  /** A whole group or list of texts. */
  (key: string, values: { returnObjects: true }): unknown;
}
