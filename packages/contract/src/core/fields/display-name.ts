import { z } from 'zod/mini';
import { mixesAlphabets, readsAsOurs } from './look-alikes.ts';
import { isSeen, unseenText } from './written-text.ts';

/** A name that admins give, or nothing. */
export const optionalName = (maxLength: number) =>
  z.string().check(
    z.overwrite((name) => name.replaceAll(/\p{Zs}+/gu, ' ').trim()),
    // Before it is normalised: NFC makes up to three characters of one.
    z.maxLength(maxLength, { abort: true }),
    z.normalize('NFC'),
    z.maxLength(maxLength),
    z.refine(isSeen, unseenText),
    z.refine((name) => !mixesAlphabets(name), 'Please write each word with the letters of one alphabet.'),
    z.refine(
      (name) => !readsAsOurs(name),
      'This name reads as if Fairwatch itself were meant. Please choose another one.',
    ),
  );

/**
 * A name that admins give to a group, a zone, a device or a person. Those who read it beside our own words must see what it is: it stays on
 * its line, hides nothing and does not pass as ours. Names from before this rule are shown and found as they are.
 */
export const displayName = (maxLength: number) => optionalName(maxLength).check(z.minLength(1));
