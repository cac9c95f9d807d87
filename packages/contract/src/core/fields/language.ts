import { z } from 'zod/mini';
import { languageTags } from '../texts/languages.ts';

/** A chosen language; null leaves the choice to the reader's browser or device. */
export const chosenLanguage = z.nullable(z.enum(languageTags));

/** The same in an input that may leave it out. */
export const optionalLanguage = z._default(chosenLanguage, null);
