import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog, type ServerLog } from '../core/log.ts';
import { logEvents, type LogEvent } from './log-events.ts';

const source = path.join(import.meta.dirname, '..');
const page = path.join(import.meta.dirname, '../../../../docs/log-events.md');

const intro = `# Events in the log

The server writes its log to the standard output, one JSON object per line. Most lines have an \`event\`, whose name never changes: filter and alert by it,
not by the sentence in \`msg\`, which may be put better. Lines without one are Fastify's own. Failures carry their cause in \`err\`. Which levels are written
is set by LOG_LEVEL. Secrets are taken out of every line.

This page is written by \`npx vitest run --project server log-events -u\` from \`core/log-events.ts\` and \`shared/log-events.ts\`.

| event | meaning |
| --- | --- |
`;

/** The server's own code, by path. */
const files = globSync('**/*.ts', { cwd: source })
  .filter((file) => !/\.test\.ts$|^(?:testing|attacks)\/|log-events\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }));

describe('the events of the log', () => {
  it('are all on their page', async () => {
    const lines = Object.entries(logEvents)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([event, meaning]) => `| \`${event}\` | ${meaning} |`);
    await expect(`${intro}${lines.join('\n')}\n`).toMatchFileSnapshot(page);
  });

  it('are named by their area and what happened', () => {
    expect(Object.keys(logEvents).filter((event) => !/^[a-z_]+\.[a-z_]+$/.test(event))).toEqual([]);
  });

  it('are each logged somewhere', () => {
    const text = files.map((file) => file.text).join('\n');
    expect(Object.keys(logEvents).filter((event) => !text.includes(`'${event}'`))).toEqual([]);
  });

  it('do not compile unless they are listed', () => {
    const lines: string[] = [];
    const log: ServerLog<LogEvent> = createLog('info', { write: (line) => void lines.push(line) });
    // @ts-expect-error There is no such event.
    log.info({ event: 'nothing.happened' }, 'Nothing happened');
    // @ts-expect-error A line without an event.
    log.info({ deviceId: 1 }, 'Nothing happened');
    expect(lines).toHaveLength(2);
  });

  it('cannot be left out: only the typed log is written to', () => {
    const untyped = /\b(?:request|reply|app|fastify)\.log\.(?:fatal|error|warn|info|debug|trace)\(|\bconsole\.\w+\(/;
    expect(files.filter(({ text }) => untyped.test(text)).map(({ file }) => file)).toEqual([]);
    const typed = path.join('core', 'log.ts');
    expect(files.filter(({ text }) => text.includes("from 'pino'")).map(({ file }) => file)).toEqual([typed]);
  });
});
