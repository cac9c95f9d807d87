import { z } from 'zod/mini';
import { displayName } from '../../core/fields/display-name.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { kilobyte } from '../../core/limits.ts';

export const savedViewLimits = {
  /** Of one list. */
  views: 20,
  /** Of one account, over all lists. */
  viewsOfAccount: 400,
  /** Of all accounts. */
  viewsInAll: 100_000,
  nameLength: 40,
  searchLength: 2000,
  columns: 40,
} as const;

/** Which list a view is of: the name that the console has for it. */
const list = z.string().check(z.maxLength(savedViewLimits.nameLength), z.regex(/^[a-z][a-z-]*$/));
/** The name of a view that is there; it may be older than the rule for new ones. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(savedViewLimits.nameLength));

/** How an admin wants to see a list, under a name. */
const savedView = z.strictObject({
  name,
  /** Search, filters and sort, as the query string of the page without its question mark. */
  search: z.string().check(z.maxLength(savedViewLimits.searchLength)),
  /** The keys of the columns that are hidden. */
  hidden: z
    .array(z.string().check(z.maxLength(savedViewLimits.nameLength)))
    .check(z.maxLength(savedViewLimits.columns)),
});
export type SavedView = z.infer<typeof savedView>;
const newName = displayName(savedViewLimits.nameLength);

/** Those of the signed-in admin, by name. */
export const savedViews = endpoint({
  path: 'saved-view/all',
  access: 'admin',
  tells: [],
  log: 'how the admin sees lists',
  canWait: true,
  summary: 'The own saved views of a list',
  input: z.strictObject({ list }),
  output: z.array(savedView),
});

/** Replaces the view of the same name. When there are too many, the oldest goes. */
export const saveView = endpoint({
  path: 'saved-view/save',
  access: 'admin',
  tells: [],
  log: 'how the admin sees lists',
  summary: 'Save a view of a list',
  input: z.strictObject({ list, view: z.strictObject({ ...savedView.shape, name: newName }) }),
  maxBodyBytes: 20 * kilobyte,
  output: savedViews.output,
  errors: ['too_many_in_all'],
});

/** A view that has the new name already gives way. */
export const renameView = endpoint({
  path: 'saved-view/rename',
  access: 'admin',
  tells: [],
  log: 'how the admin sees lists',
  summary: 'Rename a saved view',
  input: z.strictObject({ list, from: name, to: newName }),
  output: savedViews.output,
});

export const deleteView = endpoint({
  path: 'saved-view/delete',
  access: 'admin',
  tells: [],
  log: 'how the admin sees lists',
  summary: 'Delete a saved view',
  input: z.strictObject({ list, name }),
  output: savedViews.output,
});
