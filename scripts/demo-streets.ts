import { makeRoads } from './demo-streets/make-roads.ts';
import { makeTiles } from './demo-streets/make-tiles.ts';

const [extract] = process.argv.slice(2);
if (extract === undefined) {
  console.error('Usage: npm run demo-streets -- FILE.osm.pbf');
  process.exitCode = 1;
} else {
  await makeTiles(extract);
  await makeRoads(extract);
}
