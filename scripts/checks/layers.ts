import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The areas of the product. Contract, server, console and journeys have folders of these names, as many as each has use for. */
const areas = [
  'accounts',
  'commands',
  'consent',
  'device-data',
  'devices',
  'files',
  'gateway',
  'installation',
  'places',
  'support',
] as const;

/** A package whose layers import one way: each only those listed before it. */
export interface LayeredPackage {
  source: string;
  /** From the bottom up. A layer is a folder, or a single file, directly in the source folder. */
  layers: readonly string[];
  /** Layers whose folders never import one another. The folders of the other layers do so one way. */
  apart: readonly string[];
  /** The layer whose folders are areas of the product. */
  areas?: string;
}

export const layeredPackages: readonly LayeredPackage[] = [
  { source: 'packages/server/src', layers: ['core', 'shared', 'modules'], apart: [], areas: 'modules' },
  { source: 'packages/console/src', layers: ['core', 'shared', 'areas'], apart: ['areas'], areas: 'areas' },
  { source: 'packages/companion/src', layers: ['core', 'features'], apart: ['features'] },
  {
    source: 'packages/device/src',
    layers: ['core', 'words', 'node', 'fake', 'features', 'registry.ts', 'simulator'],
    apart: ['features'],
  },
  { source: 'packages/termux/src', layers: ['core', 'features'], apart: ['features'] },
  {
    source: 'packages/contract/src',
    layers: ['core', 'shared', 'device-protocol', 'areas'],
    apart: ['areas'],
    areas: 'areas',
  },
];

/** One import of one file by another, both relative to the source folder. */
export interface Import {
  from: string;
  to: string;
}

const importPattern = /(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']+)'/g;
/** Tests and what only they use may import anything. */
const testPattern = /\.test\.tsx?$|\.setup\.ts$|-for-test\.tsx?$|^(testing|attacks)\//;

/** Every import between the files of a package, those of tests left out, and those of translations, which are data of all layers. */
export function readImports(sourceFolder: string): Import[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: sourceFolder }).filter((file) => !testPattern.test(file));
  return files.flatMap((from) =>
    [...readFileSync(path.join(sourceFolder, from), 'utf8').matchAll(importPattern)]
      .map(([, target = '']) => ({ from, to: path.normalize(path.join(path.dirname(from), target)) }))
      .filter(({ to }) => !to.startsWith(`locales${path.sep}`)),
  );
}

/**
 * What is wrong with these imports, a line for each: those that run up, those between folders that stay apart, folders of one
 * layer that import each other in a circle, and a layer of areas that is too high.
 */
export function layerFaults(
  imports: readonly Import[],
  { layers, apart, areas: layerOfAreas }: Pick<LayeredPackage, 'layers' | 'apart' | 'areas'>,
): string[] {
  const upward = imports
    .filter(({ from, to }) => layers.includes(layerOf(from)) && heightOf(to, layers) > heightOf(from, layers))
    .map(({ from, to }) => `${from} imports ${to}, which is in a higher layer`);
  const across = imports
    .filter(({ from, to }) => apart.includes(layerOf(from)) && layerOf(from) === layerOf(to))
    .filter(({ from, to }) => folderOf(from) !== folderOf(to))
    .map(({ from, to }) => `${from} imports ${to}: the folders of ${layerOf(from)} never import one another`);
  const circles = layers.filter((layer) => !apart.includes(layer)).flatMap((layer) => circlesIn(layer, imports));
  // A circle has no height.
  if (layerOfAreas === undefined || circles.length > 0) return [...upward, ...across, ...circles];
  const height = Math.max(0, ...levelsOf(graphOf(layerOfAreas, imports)).values());
  const high =
    height > mostLevels ? [`${layerOfAreas} has ${height} levels, and at most ${mostLevels} are allowed`] : [];
  return [...upward, ...across, ...high];
}

/** More levels than these nobody draws from memory. */
const mostLevels = 7;

/**
 * What is wrong with the names of folders, a line for each: an area that is none of the product's, and a name that stands in two layers, so
 * that a reader must ask which one is meant.
 */
export function nameFaults(
  files: readonly string[],
  { layers, areas: layerOfAreas }: Pick<LayeredPackage, 'layers' | 'areas'>,
): string[] {
  if (layerOfAreas === undefined) return [];
  const folders = new Set(files.map((file) => path.dirname(file)));
  const unknown = [
    ...new Set(files.filter((file) => layerOf(file) === layerOfAreas).map((file) => file.split('/')[1] ?? '')),
  ]
    .filter((name) => !areas.some((area) => area === name))
    .map((name) => `${layerOfAreas}/${name} is none of the areas`);
  const layersOf = new Map<string, Set<string>>();
  for (const folder of folders) {
    const [layer = '', ...names] = folder.split('/');
    if (!layers.includes(layer)) continue;
    // Of the areas, the folder of the area and the rooms in it; of the other layers, their folders.
    for (const name of names.slice(0, layer === layerOfAreas ? 2 : 1)) {
      layersOf.set(name, (layersOf.get(name) ?? new Set()).add(layer));
    }
  }
  const doubled = [...layersOf]
    .filter(([, of]) => of.size > 1)
    .map(([name, of]) => `${name} is a folder of ${[...of].sort().join(' and of ')}`);
  return [...unknown, ...doubled];
}

/** The folders of a layer, each with those that it imports. */
export function graphOf(layer: string, imports: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (layerOf(from) !== layer) continue;
    const known = graph.get(folderOf(from)) ?? new Set();
    graph.set(
      folderOf(from),
      layerOf(to) === layer && folderOf(to) !== folderOf(from) ? known.add(folderOf(to)) : known,
    );
  }
  return new Map([...graph].map(([folder, to]) => [folder, [...to]]));
}

/** The level of each folder: 1 for one that imports no other, else one more than the highest that it imports. The graph has no circle. */
export function levelsOf(graph: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const levels = new Map<string, number>();
  const level = (folder: string): number => {
    const known = levels.get(folder) ?? 1 + Math.max(0, ...(graph.get(folder) ?? []).map(level));
    levels.set(folder, known);
    return known;
  };
  for (const folder of graph.keys()) level(folder);
  return levels;
}

function nameOf(folder: string): string {
  return folder.split('/').at(-1) ?? folder;
}

/** The graph as Mermaid draws it. An import is left out where a longer way shows it too. */
export function drawGraph(graph: ReadonlyMap<string, readonly string[]>): string {
  const levels = levelsOf(graph);
  const reaches = (from: string, to: string): boolean =>
    (graph.get(from) ?? []).some((next) => next === to || reaches(next, to));
  const folders = [...graph.keys()].sort((a, b) => (levels.get(b) ?? 0) - (levels.get(a) ?? 0) || (a < b ? -1 : 1));
  const arrows = folders.flatMap((from) => {
    const to = graph.get(from) ?? [];
    const direct = to.filter((each) => !to.some((other) => other !== each && reaches(other, each)));
    return direct.sort().map((each) => `  ${nameOf(from)} --> ${nameOf(each)}`);
  });
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n');
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
