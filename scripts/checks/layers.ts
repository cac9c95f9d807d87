import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package whose layers import one way: each only those listed before it. */
export interface LayeredPackage {
  source: string;
  /** From the bottom up. A layer is a folder, or a single file, directly in the source folder. */
  layers: readonly string[];
  /** Layers whose folders never import one another. The folders of the other layers do so one way. */
  apart: readonly string[];
}

export const layeredPackages: readonly LayeredPackage[] = [
  { source: 'packages/server/src', layers: ['core', 'domain', 'features'], apart: ['features'] },
  { source: 'packages/console/src', layers: ['core', 'features'], apart: ['features'] },
  { source: 'packages/companion/src', layers: ['core', 'features'], apart: [] },
  {
    source: 'packages/device/src',
    layers: ['core', 'words', 'node', 'fake', 'features', 'registry.ts', 'simulator'],
    apart: [],
  },
  { source: 'packages/termux/src', layers: ['core', 'features'], apart: ['features'] },
  { source: 'packages/contract/src', layers: ['core', 'domain', 'device-protocol', 'features'], apart: [] },
];

/** One import of one file by another, both relative to the source folder. */
export interface Import {
  from: string;
  to: string;
}

const importPattern = /(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']+)'/g;
/** Tests and what only they use may import anything. */
const testPattern = /\.test\.tsx?$|\.setup\.ts$|-for-test\.tsx?$|^(testing|attacks)\//;

/** Every import between the files of a package, those of tests left out. */
export function readImports(sourceFolder: string): Import[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: sourceFolder }).filter((file) => !testPattern.test(file));
  return files.flatMap((from) =>
    [...readFileSync(path.join(sourceFolder, from), 'utf8').matchAll(importPattern)].map(([, target = '']) => ({
      from,
      to: path.normalize(path.join(path.dirname(from), target)),
    })),
  );
}

/**
 * What is wrong with these imports, a line for each: those that run up, those between folders that stay apart, and folders of one
 * layer that import each other in a circle.
 */
export function layerFaults(
  imports: readonly Import[],
  { layers, apart }: Pick<LayeredPackage, 'layers' | 'apart'>,
): string[] {
  const upward = imports
    .filter(({ from, to }) => layers.includes(layerOf(from)) && heightOf(to, layers) > heightOf(from, layers))
    .map(({ from, to }) => `${from} imports ${to}, which is in a higher layer`);
  const across = imports
    .filter(({ from, to }) => apart.includes(layerOf(from)) && layerOf(from) === layerOf(to))
    .filter(({ from, to }) => folderOf(from) !== folderOf(to))
    .map(({ from, to }) => `${from} imports ${to}: the folders of ${layerOf(from)} never import one another`);
  const circles = layers.filter((layer) => !apart.includes(layer)).flatMap((layer) => circlesIn(layer, imports));
  return [...upward, ...across, ...circles];
}

function layerOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** What is no layer, such as the entry point, is above all of them. */
function heightOf(file: string, layers: readonly string[]): number {
  const height = layers.indexOf(layerOf(file));
  return height === -1 ? layers.length : height;
}

/** The folder within a layer that a file belongs to; files directly in the layer are one folder. */
function folderOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, Math.min(2, parts.length - 1)).join('/');
}

function circlesIn(layer: string, imports: readonly Import[]): string[] {
  const importsOf = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    if (layerOf(each.from) !== layer || layerOf(each.to) !== layer) continue;
    const [from, to] = [folderOf(each.from), folderOf(each.to)];
    if (from === to) continue;
    const known = importsOf.get(from) ?? new Map<string, Import>();
    importsOf.set(from, known.set(to, each));
  }
  return findCircles(new Map([...importsOf].map(([from, to]) => [from, [...to.keys()]]))).map((circle) => {
    const ways = circle.map((from, at) => {
      const way = importsOf.get(from)?.get(circle[(at + 1) % circle.length] ?? '');
      return `  ${way?.from} imports ${way?.to}`;
    });
    return [`The folders ${circle.join(', ')} import each other:`, ...ways].join('\n');
  });
}

/** One circle for each set of folders that reach one another; none when the graph has no circle. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (folder: string, way: readonly string[]) => {
    const start = way.indexOf(folder);
    if (start !== -1) {
      circles.push(way.slice(start));
      return;
    }
    if (done.has(folder)) return;
    for (const next of graph.get(folder) ?? []) visit(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return circles;
}
