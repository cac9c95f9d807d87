import { z } from 'zod/mini';
import { limits } from './limits.ts';

/** What the JSON of a call needs beside the picture: names of fields, and an id. */
const aroundPicture = 100;

/** A picture in Base64, in a request of its own. It is cut to a square and written anew, so that nothing else of the file is kept. */
export const picture = z.base64().check(z.maxLength(limits.request.maxBytes - aroundPicture));
