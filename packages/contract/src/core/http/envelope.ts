import { z } from 'zod/mini';
import { kilobyte, limits } from '../limits.ts';

/** The encryption of payloads. PLAINTEXT relies on TLS alone. */
export const payloadModes = ['PLAINTEXT', 'AES_GCM_256', 'AES_GCM_256_RANDOM_IV'] as const;
export type PayloadMode = (typeof payloadModes)[number];

/** The `<meta>` elements by which the page tells a console the mode and the secret; missing in PLAINTEXT. */
export const payloadMetaNames = { mode: 'payload-mode', secret: 'payload-secret' } as const;

/** The position of a page in its list. */
export const pagination = z.object({
  page: z.int(),
  pageSize: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  /** Set when the count stopped at its limit: there are more rows, and at least one more page. */
  totalIsMinimum: z.optional(z.boolean()),
  /** The cursor for `after` of the next page; missing on the last one. */
  next: z.optional(z.string()),
});
export type Pagination = z.infer<typeof pagination>;

/** The values of an error's text, by the names of its placeholders. */
export const errorValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type ErrorValues = Readonly<z.infer<typeof errorValues>>;

/** The metadata of every answer. */
export const meta = z.object({
  has_error: z.boolean(),
  message: z.array(
    z.object({
      code: z.optional(z.string()),
      /** What fills in the placeholders of the text, so that the reader's language can say the same. */
      values: z.optional(errorValues),
      text: z.object({ client: z.string() }),
    }),
  ),
  pagination: z.nullable(pagination),
});
export type Meta = z.infer<typeof meta>;

/** The shape of every plain-text answer. */
export interface Envelope<Data> {
  securityStatus: PayloadMode;
  data: Data;
  meta: Meta;
}

/** The input of every paged list. */
export const pageInput = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(limits.page.maxSize)), limits.page.defaultSize),
};

/** The input of a list that can be exported. */
export const exportInput = {
  /**
   * Set on every page of an export. Only the first page is logged, with the number of rows of the list. Without it each page is
   * logged on its own.
   */
  export: z._default(z.boolean(), false),
};

/** The input of a list that can be read as a whole with a cursor, since late pages by offset are slow. */
export const wholeListInput = {
  ...pageInput,
  /** The cursor: the `next` of the previous page, empty for the first one. The page number is ignored then. */
  after: z.optional(z.string().check(z.maxLength(limits.page.maxCursorLength), z.regex(/^[\w-]*$/))),
  ...exportInput,
};

/** The maximum size of such a call. Most of it is for `after`, which contains the sort value. */
export const wholeListBytes = 20 * kilobyte;

/** The number of pages of a list. */
export function paginationOf(page: number, pageSize: number, totalItems: number): Pagination {
  return { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) };
}
