import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles } from './vite/page-files.ts';
import { payloadMeta } from './vite/payload-meta.ts';
import { browserBuild, oldBrowserScript } from '@fairwatch/look/browser-build';
import { chunkGroups } from './vite/chunk-groups.ts';
import { worldData } from './vite/world/world-data.ts';

const server = process.env['VITE_SERVER'] ?? 'http://127.0.0.1:8080';
const companion = process.env['VITE_COMPANION'] ?? 'http://127.0.0.1:5174';

export default defineConfig({
  plugins: [react(), oldBrowserScript(), payloadMeta(), worldData(), pageFiles()],
  build: {
    ...browserBuild,
    rolldownOptions: {
      ...browserBuild.rolldownOptions,
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    // Anchored: `/device/contact/1` is a page of the console, only `/device/v1` is the device's protocol.
    proxy: {
      '^/admin/v1/': server,
      '^/client/v1/': server,
      '^/device/v1(/|$)': { target: server, ws: true },
      '^/ws(\\?|$)': { target: server, ws: true },
      '^/content/': server,
      '^/download/': server,
      '^/phone-test/': server,
      '^/termux/': server,
      '^/map-tiles/': server,
      '^/docs(/|$)': server,
      // Links to join lead to the console's own address; there the companion's dev server answers.
      '^/companion(/|$)': { target: companion, ws: true },
    },
  },
});
