import { findBrowsers } from './browser.ts';

export default async function globalSetup(): Promise<void> {
  const { pages, map } = await findBrowsers();
  process.env['FAIRWATCH_BROWSER'] = pages;
  process.env['FAIRWATCH_MAP_BROWSER'] = map;
}
