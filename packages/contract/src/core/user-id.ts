import { z } from 'zod/mini';

/** The account an endpoint is about. */
export const userId = z.int().check(z.positive());
