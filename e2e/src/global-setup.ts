import { ensureBrowserBuilds } from '../../scripts/core/browser-builds.ts';
import { findBrowsers } from './browser.ts';

/** What every journey needs, whichever of them is run. */
export default async function globalSetup(): Promise<void> {
  if (!(await ensureBrowserBuilds())) throw new Error('Without built pages there are no journeys.');
  const { pages, map } = await findBrowsers();
  process.env['FAIRWATCH_BROWSER'] = pages;
  process.env['FAIRWATCH_MAP_BROWSER'] = map;
}
