/** Installs the browser of the journeys where it is missing. `npm test` runs it beside the unit tests, since it mostly waits for downloads. */
import { findBrowsers } from './browser.ts';

await findBrowsers();
