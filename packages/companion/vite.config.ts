import { browserBuild, oldBrowserScript } from '@fairwatch/look/browser-build';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './vite/service-worker.ts';

const server = process.env['VITE_SERVER'] ?? 'http://127.0.0.1:8080';

const languageFile = (file: string) => `language-${/([\w-]+)\.json/.exec(file)?.[1]}`;

export default defineConfig({
  base: '/companion/',
  plugins: [react(), oldBrowserScript(), serviceWorker('src/sw/worker.ts')],
  build: {
    ...browserBuild,
    rolldownOptions: {
      ...browserBuild.rolldownOptions,
      output: {
        codeSplitting: {
          groups: [
            // What every visit needs comes in one file, that changes only when a dependency does.
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            // One request loads a language: what the companion, the device and the contract say in it.
            { name: languageFile, test: /src\/locales\/[\w-]+\.json/ },
            // Every page says something: its topics in files of their own would be more requests than bytes.
            { name: 'words', test: /device\/src\/words\// },
            // An icon that several pages have would be a file of some hundred bytes.
            { name: 'icons', test: /@tabler\/icons-react/ },
          ],
        },
      },
    },
  },
  // The console's dev server passes `/companion` on to this port.
  server: { port: 5174, strictPort: true, proxy: { '^/device/v1(/|$)': { target: server, ws: true } } },
});
