import { findBrowser } from './browser.ts';

export default async function globalSetup(): Promise<void> {
  process.env['FAIRWATCH_BROWSER'] = await findBrowser();
}
