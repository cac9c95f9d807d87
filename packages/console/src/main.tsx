import './core/theme/styles.ts';
import './core/i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app/app.tsx';
import { replacePrerendered } from './core/router/replace-prerendered.ts';

const container = document.querySelector<HTMLElement>('#root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);
const render = () =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

if (container.dataset['drawn'] === undefined) render();
// The prerendered HTML stays on screen until the page's code is loaded, so that nothing flickers.
else void router.load().finally(() => replacePrerendered(container, render));
