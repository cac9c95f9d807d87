import { ensureBuilds } from '../../scripts/core/builds.ts';
import { findBrowsers } from './browser.ts';

/** Builds the browser apps and finds the browsers before any journey runs. */
export default async function globalSetup(): Promise<void> {
  if (!(await ensureBuilds())) throw new Error('Without built pages there are no journeys.');
  const { pages, map } = await findBrowsers();
  process.env['FAIRWATCH_BROWSER'] = pages;
  process.env['FAIRWATCH_MAP_BROWSER'] = map;
}
