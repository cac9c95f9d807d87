import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pageFactNames } from '../../packages/contract/src/index.ts';
import { loadConfig } from '../../packages/server/src/core/config/config.ts';
import { consoleDist } from '../../packages/server/src/app/pages/console-files.ts';
import { withMetas } from '../../packages/server/src/app/pages/console-pages.ts';
import { securityHeaders } from '../../packages/server/src/app/pages/security-headers.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built console as any host of files would, for a server elsewhere: its index.html names that server, and its
 * content security policy is the one that a server with this origin in CONSOLE_ORIGINS sends.
 */
export async function startConsoleHost(port: number, serverUrl: string): Promise<AsyncDisposable> {
  const config = loadConfig({ CONSOLE_ORIGINS: serverUrl });
  const page = withMetas(await readFile(join(consoleDist, 'index.html'), 'utf8'), [[pageFactNames.apiUrl, serverUrl]]);
  const host = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const type = types[extname(path)];
    const headers = securityHeaders(config, request.headers.host ?? '');
    const send = (status: number, body: string | Buffer) =>
      response.writeHead(status, { ...headers, 'content-type': type ?? 'text/html' }).end(body);
    if (type === undefined) send(200, page);
    else
      readFile(join(consoleDist, path)).then(
        (bytes) => send(200, bytes),
        () => send(404, ''),
      );
  });
  host.listen(port, '127.0.0.1');
  await once(host, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      host.close();
      host.closeAllConnections();
      await once(host, 'close');
    },
  };
}
