import { join } from 'node:path';
import { healthCheck } from '@fairwatch/contract';
import { coreScenarios } from '@fairwatch/device/core-scenarios';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';
import { startCuttingProxy, type CuttingProxy } from '../../../packages/server/src/testing/servers/cutting-proxy.ts';
import type { DeviceCorePage } from '../../src/device-core.page.ts';
import { logIn } from '../../src/api.ts';
import { expect, test } from '../../src/test.ts';

/** The device core and its scenarios as one script for a browser, made as a client's bundler makes it. */
async function bundle(): Promise<string> {
  const input = join(import.meta.dirname, '../../src/device-core.page.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, target: 'chrome120', rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: { type: string; code?: string }[] }];
  return output.find(({ type }) => type === 'chunk')?.code ?? '';
}

/** A page of the server with the device core in it, over a line that can be cut. */
async function openCore(context: BrowserContext, line: CuttingProxy, code: string): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction('cutAll', () => line.cutAll());
  await page.exposeFunction('cutAfter', (bytes: number) => void line.cutAfter(bytes));
  await page.exposeFunction('cutAnswerAfter', (bytes: number) => void line.cutAnswerAfter(bytes));
  await page.exposeFunction('countCuts', () => line.cuts);
  await page.goto(`${line.url}${healthCheck.path}`);
  await page.evaluate(code);
  return page;
}

test(
  'the device core in a browser: each scenario, and a silence longer than the server bears',
  { tag: '@full' },
  async ({ browser, fairwatch }) => {
    const line = await startCuttingProxy(fairwatch.url);
    const quietLine = await startCuttingProxy(fairwatch.url);
    // The page is not the companion: it also does what the admin does.
    const context = await browser.newContext({ bypassCSP: true });
    try {
      const [code, adminToken] = [await bundle(), await logIn(fairwatch.url)];
      const quietPage = await openCore(context, quietLine, code);
      const silence = quietPage.evaluate(
        (token) => (window as unknown as DeviceCorePage).staySilent(token),
        adminToken,
      );
      const page = await openCore(context, line, code);
      for (const name of Object.keys(coreScenarios)) {
        await test.step(name, async () => {
          const problem = await page.evaluate(
            ([scenario, token]) => (window as unknown as DeviceCorePage).runScenario(scenario, token),
            [name, adminToken] as const,
          );
          expect(problem, name).toBeNull();
        });
      }
      expect(await silence).toBeNull();
    } finally {
      await context.close();
      await line.close();
      await quietLine.close();
    }
  },
);
