import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../../scripts/core/paths.ts';
import type { OwnProcesses } from '../core/own-processes.ts';
import { untilListening } from '../core/ports.ts';
import { program } from './programs.ts';

/** A balancer in front of the servers. */
export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

const recipes = path.join(root, 'docs', 'recipes');

/** Starts haproxy with the example of the documentation, over these ports. */
export async function startHaproxy(processes: OwnProcesses, serverPorts: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const config = path.join(processes.folder, `haproxy-${port}.cfg`);
  writeFileSync(config, haproxyConfig(port, serverPorts));
  const running = processes.start(program('haproxy'), ['-db', '-f', config]);
  await untilListening(running, port);
  return { url: `http://127.0.0.1:${port}`, stop: () => running.end() };
}

/** haproxy needs two open files for each connection, and a test may not have as many as a service. */
const connections = 8000;

/** The example of the documentation with these ports. */
export function haproxyConfig(port: number, serverPorts: readonly number[]): string {
  const example = readFileSync(path.join(recipes, 'haproxy.cfg'), 'utf8').replaceAll(
    /\bmaxconn \d+/g,
    `maxconn ${connections}`,
  );
  const bound = replaceLine(example, /^ *bind .*$/m, `  bind 127.0.0.1:${port}`);
  return repeatLine(bound, /^ *server .*$/gm, serverPorts);
}

/** Starts nginx with the example of the documentation, over these ports. */
export async function startNginx(processes: OwnProcesses, serverPorts: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const folder = path.join(processes.folder, `nginx-${port}`);
  const config = `${folder}.conf`;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}-${name};\n`,
  );
  writeFileSync(
    config,
    `daemon off;\npid ${folder}.pid;\nerror_log ${folder}.log;\nevents { worker_connections 8192; }\n` +
      `http {\n  access_log off;\n${paths.join('')}${nginxSite(port, serverPorts)}}\n`,
  );
  const running = processes.start(program('nginx'), ['-e', `${folder}.log`, '-c', config]);
  await untilListening(running, port);
  return { url: `http://127.0.0.1:${port}`, stop: () => running.end() };
}

/** The example of the documentation with these ports. Only the certificates are left out. */
export function nginxSite(port: number, serverPorts: readonly number[]): string {
  const example = readFileSync(path.join(recipes, 'nginx.conf'), 'utf8');
  const listening = replaceLine(example, /^ *listen .*$/m, `    listen 127.0.0.1:${port};`);
  return repeatLine(listening.replaceAll(/^ *ssl_.*\n/gm, ''), /^ *server \d.*$/gm, serverPorts);
}

function replaceLine(text: string, line: RegExp, replacement: string): string {
  if (!line.test(text)) throw new Error(`The example has no line like ${line}.`);
  return text.replace(line, replacement);
}

/** Writes the example's first line of a server once for each port, and removes its other ones. */
function repeatLine(text: string, line: RegExp, ports: readonly number[]): string {
  const [first] = text.match(line) ?? [];
  if (first === undefined) throw new Error(`The example has no line like ${line}.`);
  const lines = ports.map((port, place) =>
    first.replace(/\b(server fairwatch-)\d+/, `$1${place + 1}`).replace(/\d+\.\d+\.\d+\.\d+:\d+/, `127.0.0.1:${port}`),
  );
  let isFirst = true;
  return text.replaceAll(line, () => {
    const replacement = isFirst ? lines.join('\n') : '';
    isFirst = false;
    return replacement;
  });
}
