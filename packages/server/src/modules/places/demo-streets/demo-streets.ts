import { fileURLToPath } from 'node:url';

/** The streets of Liechtenstein, where the simulated phones of the demo are. */
export const demoStreetsFile = fileURLToPath(new URL('liechtenstein.pmtiles', import.meta.url));
