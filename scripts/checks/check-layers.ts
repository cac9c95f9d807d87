import path from 'node:path';
import { root } from '../core/paths.ts';
import { layeredPackages, layerFaults, readImports } from './layers.ts';

for (const each of layeredPackages) {
  const faults = layerFaults(readImports(path.join(root, each.source)), each);
  for (const fault of faults) console.log(`${each.source}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
