import { z } from 'zod/mini';

/** A line of a CSV file that was not accepted; the heading is line 1. */
export const csvProblem = z.object({ line: z.int(), problem: z.string() });
export type CsvProblem = z.infer<typeof csvProblem>;
