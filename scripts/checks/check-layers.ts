import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../core/paths.ts';
import { drawGraph, graphOf, layeredPackages, layerFaults, nameFaults, readImports } from './layers.ts';

function fail(message: string): void {
  console.log(message);
  process.exitCode = 1;
}

for (const each of layeredPackages) {
  const source = path.join(root, each.source);
  const files = globSync('**/*.{ts,tsx,css,json}', { cwd: source });
  for (const fault of [...layerFaults(readImports(source), each), ...nameFaults(files, each)])
    fail(`${each.source}: ${fault}`);
}

const drawn = drawGraph(graphOf('modules', readImports(path.join(root, 'packages/server/src'))));
if (!readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').includes(drawn))
  fail(`ARCHITECTURE.md does not draw the modules of the server as they are:\n${drawn}`);
