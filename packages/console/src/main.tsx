import './core/theme/styles.ts';
import './core/i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, router } from './app.tsx';
import { takeOver } from './core/router/take-over.ts';

const place = document.querySelector<HTMLElement>('#root');
if (place === null) throw new Error('index.html has no #root');
const root = createRoot(place);
const draw = () =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

if (place.dataset['drawn'] === undefined) draw();
// What the HTML has stays on screen until its page can be drawn at once.
else void router.load().finally(() => takeOver(place, draw));
