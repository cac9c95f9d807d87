import { z } from 'zod/mini';

/** Version numbers such as `1.2.10`, compared number by number. */
export const versionText = z
  .string()
  .check(
    z.trim(),
    z.maxLength('999999.'.length * 4 - 1),
    z.regex(/^\d{1,6}(?:\.\d{1,6}){0,3}$/, 'Write a version as 1.2.10.'),
  );
