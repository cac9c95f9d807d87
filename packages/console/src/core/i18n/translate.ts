import type { TextPath } from '@fairwatch/contract';

/** The texts by namespace. Each part of the console has its own file of them: `texts.d.ts` adds them here. */
export interface Texts {}

export type TextNamespace = keyof Texts;

type PathsByNamespace = { [Namespace in TextNamespace]: TextPath<Texts[Namespace]> };

/** A key with its namespace, such as `users:columns.username`, for components that show texts of any namespace with `i18n.t`. */
export type TextKey = { [Namespace in TextNamespace]: `${Namespace}:${PathsByNamespace[Namespace]}` }[TextNamespace];

/** Looks up a text. */
export interface Translate<Namespace extends TextNamespace> {
  (key: PathsByNamespace[Namespace] | TextKey, values?: Record<string, unknown>): string;
  /** With a key that need not exist, because it is made from a word of the server. */
  (key: string, values: Record<string, unknown> & { defaultValue: string }): string;
  /** A whole group or list of texts. */
  (key: string, values: { returnObjects: true }): unknown;
}
