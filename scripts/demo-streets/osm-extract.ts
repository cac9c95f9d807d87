import type { Point } from '../../packages/device/src/fake/roads/geometry.ts';
import { run } from './run.ts';

export type Tags = ReadonlyMap<string, string>;

/** A way of OpenStreetMap: a line, or an area where it ends at its beginning. */
export interface OsmWay {
  tags: Tags;
  nodes: readonly string[];
}

export interface OsmExtract {
  points: ReadonlyMap<string, Point>;
  /** Nodes that have tags. */
  spots: readonly { tags: Tags; point: Point }[];
  ways: readonly OsmWay[];
}

/** Reads the nodes and ways of an extract with osmium, which writes one object per line. */
export function readExtract(path: string): OsmExtract {
  const types = ['--object-type', 'node', '--object-type', 'way'];
  const text = run('osmium', 'cat', path, '--output-format', 'opl', ...types);
  const points = new Map<string, Point>();
  const spots: { tags: Tags; point: Point }[] = [];
  const ways: OsmWay[] = [];
  for (const line of text.split('\n')) {
    const fields = new Map(line.split(' ').map((field) => [field.slice(0, 1), field.slice(1)]));
    const tags = tagsOf(fields.get('T') ?? '');
    const node = fields.get('n');
    if (node !== undefined) {
      const point: Point = [Number(fields.get('y')), Number(fields.get('x'))];
      points.set(node, point);
      if (tags.size > 0) spots.push({ tags, point });
    } else if (fields.has('w')) {
      ways.push({ tags, nodes: (fields.get('N') ?? '').split(',').map((ref) => ref.slice(1)) });
    }
  }
  return { points, spots, ways };
}

function tagsOf(text: string): Tags {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return new Map(pairs.map((pair) => pair.split('=').map(decoded) as [string, string]));
}

/** Characters that OPL uses itself are written as their number between percent signs. */
function decoded(text: string): string {
  return text.replaceAll(/%([\da-f]+)%/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
