import { z } from 'zod/mini';

export const groupColours = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const;
export type GroupColour = (typeof groupColours)[number];

/** A group as tags show it. */
export const groupTag = z.object({ id: z.int(), name: z.string(), colour: z.enum(groupColours) });
export type GroupTag = z.infer<typeof groupTag>;
