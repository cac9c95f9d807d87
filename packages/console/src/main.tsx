import './core/theme/styles.ts';
import './core/i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app/app.tsx';
import { loadTexts } from './core/i18n/load-texts.ts';
import { collectCalls } from './core/api/call-batch.ts';
import { replacePrerendered } from './core/router/replace-prerendered.ts';

collectCalls();
const container = document.querySelector<HTMLElement>('#root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);
const render = () =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

/** A page whose rows take longer than this is drawn without them. */
const rowsWithinMs = 1000;

/** Loads the first page, and its rows if it has any: drawing it twice, first without them, would take nearly twice as long. */
async function loadFirstPage(): Promise<void> {
  await Promise.all([loadTexts(), router.load()]);
  const match = router.state.matches.at(-1);
  const loading = match?.status === 'success' ? match.staticData.page?.loadRows?.(match.search) : undefined;
  if (loading) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, rowsWithinMs))]);
}

if (container.dataset['drawn'] === undefined) void loadTexts().finally(render);
// The prerendered HTML stays on screen until the page's code is loaded, so that nothing flickers.
else void loadFirstPage().finally(() => replacePrerendered(container, render));
