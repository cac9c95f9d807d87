import { section1 } from './section-1.ts';
import { section2 } from './section-2.ts';
import { section3 } from './section-3.ts';
import { section4 } from './section-4.ts';
import { section5 } from './section-5.ts';
import { section6 } from './section-6.ts';
import { section7 } from './section-7.ts';
import { section8 } from './section-8.ts';
import { section9 } from './section-9.ts';
import type { Section } from './section.ts';

/**
 * What the specification says, statement by statement. A test names the statement that it proves in its title,
 * `[SPEC 9.7]`, and docs/conformance.md lists both. Numbers are never used again for another statement.
 */
export const sections: readonly Section[] = [
  section1,
  section2,
  section3,
  section4,
  section5,
  section6,
  section7,
  section8,
  section9,
];
