import path from 'node:path';
import { termuxFileName, termuxTitleLine, version } from '@fairwatch/contract';
import { defineConfig } from 'vite';
import { licences } from './vite/licences.ts';
import { readableTexts } from './vite/readable-texts.ts';

/** The first lines of the file, for the person who looks into it. The server and the program itself read the version from here. */
const banner = `#!/usr/bin/env node
${termuxTitleLine(version)}
// Makes an Android phone with Termux a supervised device, in the open: its person joins, decides what is shared, sees who
// looked at it, can pause and can leave. It runs on Node 20 and newer and needs no other file.
// This file is built from the source of Fairwatch (packages/termux, packages/device and packages/contract). The same source
// gives the same bytes, so that its SHA-256 can be compared. Nothing in it is shortened or hidden.
// Licence: Apache-2.0. The libraries in it are listed at its end with their licences.`;

export default defineConfig({
  plugins: [licences(), readableTexts()],
  // Prefers plain JavaScript over native parts of ws that a phone would have to compile.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    minify: false,
    rolldownOptions: {
      // The comments that name each source file count from here, wherever the build was started.
      cwd: path.resolve(import.meta.dirname, '../..'),
      output: { entryFileNames: termuxFileName, codeSplitting: false, banner },
    },
  },
});
