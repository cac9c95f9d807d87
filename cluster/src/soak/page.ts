import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '../core/scenario.ts';
import { drawCurves, type Curve } from './curves.ts';
import { megabyte, type Growth } from './evaluate.ts';
import type { Sample } from './samples.ts';
import type { Tally } from './visitors.ts';

/** What the page tells. */
export interface Findings {
  minutes: number;
  devices: number;
  admins: number;
  /** The machine, and how busy it was. */
  machine: string;
  samples: readonly Sample[];
  checks: readonly Check[];
  growth: readonly Growth[];
  tally: Tally;
  byStatus: Readonly<Record<string, number>>;
  marks: readonly { at: number; label: string }[];
}

type Pick = (sample: Sample) => number;

const sizeOf = (table: string) => (sample: Sample) =>
  (sample.tables[table]?.bytes ?? 0) + (sample.tables[table]?.indexBytes ?? 0);

/** The curves of the page, by the name of their file. */
function drawings({ samples, growth, marks }: Findings): Record<string, string> {
  const curve = (name: string, pick: Pick): Curve => ({
    name,
    points: samples.map((sample) => ({ x: sample.at, y: pick(sample) })),
  });
  const inMegabytes = (name: string, pick: Pick) => curve(name, (sample) => pick(sample) / megabyte);
  const handle = (kind: string) => curve(kind, ({ handles }) => handles[kind] ?? 0);
  const draw = (title: string, unit: string, curves: readonly Curve[]) => drawCurves({ title, unit, curves, marks });
  return {
    memory: draw('Memory of the server', 'MB', [
      inMegabytes('RSS, floor', ({ rssFloor }) => rssFloor),
      inMegabytes('heap of V8', ({ heapTotal }) => heapTotal),
      inMegabytes('held after a collection', ({ held }) => held),
      inMegabytes('buffers', ({ external }) => external),
    ]),
    handles: draw('What keeps the event loop alive', 'count', ['TCPSocketWrap', 'Timeout', 'PipeWrap'].map(handle)),
    requests: draw('Requests of consoles', 'ms', [
      curve('p50', ({ requests }) => requests.p50Ms),
      curve('p99', ({ requests }) => requests.p99Ms),
      curve('event loop p99', ({ delayP99Ms }) => delayP99Ms),
    ]),
    commands: draw('Commands, from the request to the stored answer', 'ms', [
      curve('p50', ({ commands }) => commands.p50Ms),
      curve('p99', ({ commands }) => commands.p99Ms),
    ]),
    devices: draw('Devices that are connected', 'count', [curve('connected', ({ connected }) => connected)]),
    disk: draw('Disk', 'MB', [
      inMegabytes('database', ({ databaseBytes }) => databaseBytes),
      inMegabytes('files', ({ fileBytes }) => fileBytes),
      inMegabytes('WAL on disk', ({ walFileBytes }) => walFileBytes),
      inMegabytes('WAL written', ({ walBytes }) => walBytes),
    ]),
    tables: draw(
      'The fastest growing tables with their indexes',
      'MB',
      growth.slice(0, 5).map(({ table }) => inMegabytes(table, sizeOf(table))),
    ),
  };
}

const captions: Readonly<Record<string, string>> = {
  memory:
    'Resident memory, as the least that it was since the sample before; of it the heap that V8 keeps; heap and buffers after a collection.',
  handles: 'Sockets, timers and pipes of the server.',
  requests: 'What admins wait for, and the delay of the event loop.',
  commands: 'Single commands; those of runs wait for one another.',
  devices: 'Who is connected.',
  disk: 'The database, files and WAL.',
  tables: 'Tables with their indexes.',
};

/** Writes the page and its curves into a folder. Returns the path of the page. */
export function writePage(folder: string, findings: Findings): string {
  const images = path.join(folder, 'soak');
  mkdirSync(images, { recursive: true });
  const drawn = drawings(findings);
  for (const [name, image] of Object.entries(drawn)) writeFileSync(path.join(images, `${name}.svg`), image);
  const page = path.join(folder, 'soak.md');
  writeFileSync(page, pageText(findings, Object.keys(drawn)));
  return page;
}

/** The page as Markdown. */
export function pageText(findings: Findings, images: readonly string[]): string {
  const { minutes, devices, admins, machine, checks, growth, tally, byStatus } = findings;
  return [
    '# Hours under load',
    '',
    `\`npm run soak -- --minutes ${Math.round(minutes)}\` wrote this page: ${devices} devices and ${admins} admins on one server for ${minutes.toFixed(1)} minutes. ${machine}`,
    `What it does and what counts: [the cluster's README](../cluster/README.md#hours-under-load).`,
    '',
    '## Checks',
    '',
    ...tableOf(
      ['what', 'measured', 'limit', ''],
      checks.map(({ what, measured, limit, ok }) => [what, measured, limit, ok ? 'ok' : '**failed**']),
    ),
    '',
    '## What happened',
    '',
    `${sentence(tally)}. Answers by status: ${sentence(byStatus)}; 0 is none, while the server was down.`,
    '',
    ...images.flatMap((name) => [`![${captions[name] ?? name}](soak/${name}.svg)`, '']),
    '## Tables that grow',
    '',
    ...tableOf(
      ['table', 'MB per hour', 'rows', 'MB', 'bound'],
      growth.map(({ table, perHour, rows, bytes, bound }) => [
        `\`${table}\``,
        (perHour / megabyte).toFixed(1),
        rows.toLocaleString('en'),
        (bytes / megabyte).toFixed(1),
        bound ?? '**none**',
      ]),
    ),
    '',
  ].join('\n');
}

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [line(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(line)];
}

function sentence(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, times]) => `${what} ${times.toLocaleString('en')}`)
    .join(', ');
}
