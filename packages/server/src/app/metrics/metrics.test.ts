import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { apps, cancelCommand, commandCatalogue, contacts, healthCheck, login, stepTypes } from '@fairwatch/contract';
import { sql } from 'kysely';
import * as prom from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { personalData } from '../../shared/audit/personal-data.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { awaitStatus, joinDevice, testContact } from '../../testing/test-device.ts';
import { useDevices } from '../../testing/servers/use-server.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { createFileBlobs } from '../../core/blobs/file-blobs.ts';
import { countBlobs } from './count-blobs.ts';
import { createSeries } from './series.ts';

const token = 'a-token-of-the-tests';
const docs = new URL('../../../../../docs/', import.meta.url);

const server = {} as TestServer;
beforeAll(async () => void Object.assign(server, await startTestServer({ metrics: { address: null, token } })));
afterAll(() => server.close());
const devices = useDevices(server);

const ask = (path = '/metrics', given: string | null = token, url = server.url) =>
  fetch(new URL(path, url), { headers: given === null ? {} : { authorization: `Bearer ${given}` } });
const scrape = async () => await (await ask()).text();

/** The value of a series, by its name with labels; undefined when there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Every label of every series in a text. */
function labelsOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(/[{,]([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]);
}

const cancelled = async () =>
  valueOf(await scrape(), 'fairwatch_command_steps_total{type="UPDATE_APPS",step="CANCELLED"}') ?? 0;

describe('the figures', () => {
  it('are for whoever has the token, and nobody else', async () => {
    for (const given of [null, '', 'another-token-of-the-tests', `${token}x`, server.admin.token]) {
      const refused = await ask('/metrics', given);
      expect(refused.status).toBe(401);
      expect(await refused.text()).not.toContain('fairwatch_');
    }
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('fairwatch_build_info{version=');
  });

  it('count requests by route, method and status, and no path that somebody made up', async () => {
    await server.api(healthCheck, {}, null);
    await server.api(login, { username: 'nobody', password: 'wrong-password' }, null);
    await ask('/content/0123456789?ticket=secret');
    await ask('/admin/v1/api/made-up-by-somebody');
    const text = await scrape();
    expect(valueOf(text, `fairwatch_http_requests_total{route="${healthCheck.path}",method="GET",status="2xx"}`)).toBe(
      1,
    );
    expect(valueOf(text, `fairwatch_http_requests_total{route="${login.path}",method="POST",status="4xx"}`)).toBe(1);
    expect(valueOf(text, `fairwatch_http_request_seconds_count{route="${login.path}"}`)).toBe(1);
    expect(valueOf(text, 'fairwatch_http_requests_total{route="/content/:sha256",method="GET",status="4xx"}')).toBe(1);
    expect(valueOf(text, 'fairwatch_http_requests_total{route="other",method="GET",status="4xx"}')).toBe(1);
    expect(text).not.toMatch(/made-up|0123456789|secret/);
  });

  it('count devices, the steps of commands and how long they took', async () => {
    const device = await joinDevice(server);
    devices.start(device, { collectors: { contacts: async () => [testContact('1')] } });
    await awaitStatus(server, device.deviceId, 'Online');
    const { envelope } = await server.api(contacts.update, { deviceId: device.deviceId });
    expect(envelope.data.commandTypeEnum).toBe('UPDATE_CONTACTS');
    await vi.waitFor(async () => {
      const text = await scrape();
      expect(valueOf(text, 'fairwatch_command_steps_total{type="UPDATE_CONTACTS",step="QUEUED"}')).toBe(1);
      expect(valueOf(text, 'fairwatch_command_steps_total{type="UPDATE_CONTACTS",step="DONE"}')).toBe(1);
      expect(valueOf(text, 'fairwatch_command_delivered_seconds_count')).toBe(1);
      expect(valueOf(text, 'fairwatch_command_finished_seconds_count')).toBe(1);
      expect(valueOf(text, 'fairwatch_devices_online')).toBe(1);
      expect(valueOf(text, 'fairwatch_sockets_open{kind="device"}')).toBe(1);
      expect(valueOf(text, 'fairwatch_database_up')).toBe(1);
      expect(valueOf(text, 'fairwatch_database_connections{state="all"}')).toBeGreaterThan(0);
      expect(valueOf(text, 'fairwatch_network_bytes_total{direction="received"}')).toBeGreaterThan(0);
      expect(valueOf(text, 'fairwatch_process_cpu_seconds_total')).toBeGreaterThan(0);
    });
  });

  it('count commands that an admin or the person cancelled', async () => {
    const before = await cancelled();
    const { device, raw } = await devices.connected();
    const { deviceId } = device;
    const { envelope } = await server.api(apps.update, { deviceId });
    await server.api(cancelCommand, { deviceId, commandId: envelope.data.id });
    expect(await cancelled()).toBe(before + 1);
    await server.api(apps.update, { deviceId });
    raw.send({ type: 'pause' });
    await expect.poll(cancelled).toBe(before + 2);
  });

  it('say what waits in the database', async () => {
    const { db } = server.services;
    const device = await joinDevice(server);
    await sql`insert into commands (device_id, command_type, params, step, requested_by, expires_at)
      values (${device.deviceId}, 'UPDATE_CONTACTS', '{}', 'SENT', ${server.admin.userId}, now() + interval '1 hour')`.execute(
      db,
    );
    await sql`insert into report_mails (user_id, zone, next_at) values (${server.admin.userId}, 'UTC', now() - interval '1 minute')`.execute(
      db,
    );
    const text = await scrape();
    expect(valueOf(text, 'fairwatch_commands_open{step="SENT"}')).toBe(1);
    expect(valueOf(text, 'fairwatch_mails_waiting')).toBe(1);
    expect(valueOf(text, 'fairwatch_run_items_waiting')).toBe(0);
    await sql`delete from commands where device_id = ${device.deviceId}`.execute(db);
    expect(valueOf(await scrape(), 'fairwatch_commands_open{step="SENT"}')).toBeUndefined();
  });

  it('count stored files and requests to the store', async () => {
    const before = await scrape();
    expect(valueOf(before, 'fairwatch_uploads_total')).toBe(0);
    server.services.bus.publish('fileStored', { size: 4096 });
    const text = await scrape();
    expect(valueOf(text, 'fairwatch_uploads_total')).toBe(1);
    expect(valueOf(text, 'fairwatch_upload_bytes_total')).toBe(4096);
  });

  it('count requests to the store for files by what became of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairwatch-blobs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const counted: string[] = [];
    const blobs = countBlobs(createFileBlobs(folder), (operation, outcome) => counted.push(`${operation} ${outcome}`));
    const staged = await blobs.stage(Readable.from(['hello']), null);
    await staged.place(staged.sha256);
    expect(await blobs.stat(staged.sha256, 'full')).toMatchObject({ size: 5 });
    expect(await text(blobs.open(staged.sha256, 'full'))).toBe('hello');
    await blobs.delete(staged.sha256);
    await expect(text(blobs.open(staged.sha256, 'full'))).rejects.toThrow('ENOENT');
    await expect(blobs.stage(Readable.from(['hello']), 'a'.repeat(64))).rejects.toThrow('SHA-256');
    expect(counted).toEqual(['stage done', 'stat done', 'open done', 'delete done', 'open failed', 'stage failed']);
  });

  it('are about a bus and a lease only where there are any', async () => {
    expect(await scrape()).not.toMatch(/^fairwatch_bus_connected/m);
    const status = { eventsSent: 7, eventsReceived: 5, batchesForged: 3, gaps: 1, isConnected: false };
    const { services } = server;
    Object.assign(services.bus, { status: () => status });
    expect(await scrape()).not.toMatch(/^fairwatch_bus_connected/m);
    services.server.isCluster = true;
    const text = await scrape();
    expect(valueOf(text, 'fairwatch_bus_connected')).toBe(0);
    expect(valueOf(text, 'fairwatch_bus_published_total')).toBe(7);
    expect(valueOf(text, 'fairwatch_bus_received_total')).toBe(5);
    expect(valueOf(text, 'fairwatch_bus_forged_total')).toBe(3);
    expect(valueOf(text, 'fairwatch_bus_gaps_total')).toBe(1);
    status.eventsSent = 9;
    expect(valueOf(await scrape(), 'fairwatch_bus_published_total')).toBe(9);
    services.server.isCluster = false;
  });

  it('have labels from fixed lists only, and nothing that names anybody', async () => {
    const device = await joinDevice(server);
    const text = await scrape();
    const routes = new Set([...personalData.map(({ path }) => path), 'other']);
    const fixed: Readonly<Record<string, ReadonlySet<string>>> = {
      method: new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'OTHER']),
      status: new Set(['1xx', '2xx', '3xx', '4xx', '5xx']),
      type: new Set(Object.keys(commandCatalogue)),
      step: new Set(stepTypes),
      kind: new Set(['device', 'console']),
      direction: new Set(['received', 'sent']),
      where: new Set(['memory', 'disk']),
      state: new Set(['all', 'idle']),
      operation: new Set(['stage', 'stat', 'open', 'delete']),
      outcome: new Set(['done', 'failed']),
      task: new Set(server.services.jobs.figures().map(({ name }) => name)),
      percentile: new Set(['50', '99', '100']),
      route: routes,
    };
    for (const [name, value] of labelsOf(text)) {
      if (name === 'le' || name === 'version') continue;
      expect(fixed[name]?.has(value), `${name}="${value}"`).toBe(true);
    }
    for (const name of [device.username, server.admin.username, device.token]) expect(text).not.toContain(name);
  });

  it('say that the database is away, and keep the rest', async () => {
    const away = await startTestServer({ metrics: { address: null, token } });
    try {
      await away.services.db.destroy();
      const text = await (await ask('/metrics', token, away.url)).text();
      expect(valueOf(text, 'fairwatch_database_up')).toBe(0);
      expect(valueOf(text, 'fairwatch_run_items_waiting')).toBeUndefined();
      expect(valueOf(text, 'fairwatch_process_resident_memory_bytes')).toBeGreaterThan(0);
    } finally {
      await away.close().catch(() => {});
    }
  });
});

/** Whether a process that imports a module has loaded the library. */
async function loadsLibrary(module: string): Promise<string> {
  const script = `import { Module } from 'node:module';
    await import(${JSON.stringify(module)});
    console.log(Object.keys(Module._cache).some((path) => path.includes('prom-client')));`;
  const where = { cwd: import.meta.dirname };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], where);
  return stdout.trim();
}

describe('where they are', () => {
  it('is an address of their own if that is wanted, and then not beside the console', async () => {
    const address = { host: '127.0.0.1', port: await freePort() };
    const own = await startTestServer({ metrics: { address, token: null } });
    try {
      const url = `http://127.0.0.1:${address.port}`;
      const answer = await ask('/metrics', null, url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('fairwatch_build_info');
      expect((await ask('/', null, url)).status).toBe(404);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
      expect((await ask('/metrics', token, own.url)).status).toBe(404);
    } finally {
      await own.close();
    }
    await expect(fetch(`http://127.0.0.1:${address.port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('asks for the token there too, if there is one', async () => {
    const address = { host: '127.0.0.1', port: await freePort() };
    const own = await startTestServer({ metrics: { address, token } });
    try {
      const url = `http://127.0.0.1:${address.port}`;
      expect((await ask('/metrics', null, url)).status).toBe(401);
      expect((await ask('/metrics', token, url)).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('costs a server that does not want them nothing: the library is not loaded', async () => {
    expect(await loadsLibrary(new URL('../app.ts', import.meta.url).href)).toBe('false');
    expect(await loadsLibrary('prom-client')).toBe('true');
  });

  it('is nowhere unless they are wanted', async () => {
    const plain = await startTestServer();
    try {
      expect((await ask('/metrics', token, plain.url)).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

/** The names of series in a text. */
const namesIn = (text: string) => [...new Set([...text.matchAll(/\bfairwatch_[a-z_]+/g)].map(([name]) => name))];

describe('dashboard and alerts', () => {
  const registry = new prom.Registry();
  createSeries(prom, registry);
  const names = new Set(
    registry
      .getMetricsAsArray()
      .flatMap(({ name, type }) =>
        String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
  );

  it.each(['grafana-dashboard.json', 'alert-rules.yml'])('of %s name series that there are', async (file) => {
    const used = namesIn(await readFile(new URL(file, docs), 'utf8'));
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it('show every series', async () => {
    const shown = new Set(namesIn(await readFile(new URL('grafana-dashboard.json', docs), 'utf8')));
    const missing = registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !shown.has(name) && !shown.has(`${name}_bucket`));
    expect(missing).toEqual([]);
  });

  it('has a row for each subject, and panels with distinct places', async () => {
    const dashboard = JSON.parse(await readFile(new URL('grafana-dashboard.json', docs), 'utf8')) as {
      panels: { id: number; type: string; title: string; gridPos: { x: number; y: number } }[];
    };
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual(['Traffic', 'Devices', 'Commands', 'Database', 'Bus', 'Process']);
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  it('tells of each alert why it matters and what to do', async () => {
    const text = await readFile(new URL('alert-rules.yml', docs), 'utf8');
    const alerts = text.split('- alert: ').slice(1);
    expect(alerts.length).toBeGreaterThan(10);
    for (const alert of alerts)
      expect(alert).toMatch(/expr: .+[^]*severity: (?:critical|warning)[^]*summary: .+[^]*why: .+[^]*do: .+/);
  });
});
