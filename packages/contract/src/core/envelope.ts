import { z } from 'zod/mini';
import { kilobyte, limits } from './limits.ts';

/** How a payload travels. PLAINTEXT relies on TLS alone. */
export const payloadModes = ['PLAINTEXT', 'AES_GCM_256', 'AES_GCM_256_RANDOM_IV'] as const;
export type PayloadMode = (typeof payloadModes)[number];

/** The `<meta>` elements by which the page tells a console the mode and the secret; missing in PLAINTEXT. */
export const payloadMetaNames = { mode: 'payload-mode', secret: 'payload-secret' } as const;

/** Where a page of a list stands in the whole. */
export const pagination = z.object({
  page: z.int(),
  pageSize: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  /** Set when so many match that nobody counted to the end: there are more, and at least one page after this one. */
  totalIsMinimum: z.optional(z.boolean()),
  /** Where this page ended, for who reads the whole list with `after`; missing when nothing follows. */
  next: z.optional(z.string()),
});
export type Pagination = z.infer<typeof pagination>;

/** What every answer says beside its data. */
export const meta = z.object({
  has_error: z.boolean(),
  message: z.array(z.object({ code: z.optional(z.string()), text: z.object({ client: z.string() }) })),
  pagination: z.nullable(pagination),
});
export type Meta = z.infer<typeof meta>;

/** The shape of every plain-text answer. */
export interface Envelope<Data> {
  securityStatus: PayloadMode;
  data: Data;
  meta: Meta;
}

/** The same, encrypted: both texts are Base64 of what stands in their place in plain text, as JSON. */
export interface EncryptedEnvelope {
  securityStatus: Exclude<PayloadMode, 'PLAINTEXT'>;
  data: string;
  metaObject: string;
}

/** What any paged list takes. */
export const pageInput = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(limits.page.maxSize)), limits.page.defaultSize),
};

/** What a list takes that can be exported. */
export const exportInput = {
  /**
   * Set on every page of an export: the first one is logged with how many rows the list has, and those that follow it belong to it.
   * A caller who reads on without it leaves a line for each page.
   */
  export: z._default(z.boolean(), false),
};

/** What a list takes that is also read as a whole, page after page: nobody walks to a late page again and again. */
export const wholeListInput = {
  ...pageInput,
  /** The `next` of the page before, empty for the first one: this page begins there, whatever its number. */
  after: z.optional(z.string().check(z.maxLength(limits.page.maxCursorLength), z.regex(/^[\w-]*$/))),
  ...exportInput,
};

/** How large the JSON of such a call may be: mostly for `after`, which holds what the list is sorted by. */
export const wholeListBytes = 20 * kilobyte;

/** Counts the pages of a list. */
export function paginationOf(page: number, pageSize: number, totalItems: number): Pagination {
  return { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) };
}
