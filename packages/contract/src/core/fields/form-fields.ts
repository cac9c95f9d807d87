import { z } from 'zod/mini';

/** A number in a form, where it is a text. */
export const formNumber = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((sent) => Number(sent)),
);
