import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../../config/config.ts';
import { describeError } from '../../describe-error.ts';
import { StartError } from '../../config/start-error.ts';

type Where = Pick<Config, 'host' | 'port'>;

/** Throws a `StartError` when the port is not available, before anything else is started. */
export async function checkPort({ host, port }: Where): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw explainListenError(error, { host, port });
  }
  probe.close();
  await once(probe, 'close');
}

/** Turns a failure to listen into a `StartError` that names the variable to change. */
export function explainListenError(error: unknown, { host, port }: Where): StartError {
  if (error instanceof StartError) return error;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`PORT ${port} on ${host} is in use. Stop what uses it, or set another PORT.`);
    case 'EACCES':
      return new StartError(`PORT ${port} may not be used by this user. Set PORT to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is not an address of this machine.`);
    default:
      return new StartError(`${host}:${port} cannot be listened on: ${describeError(error)}`, { cause: error });
  }
}

/** The URL by which this one server can be called in its network, past any balancer; null when the port is not fixed. */
export function ownAddress({ host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>): string | null {
  if (port === 0) return null;
  const name = ['0.0.0.0', '::'].includes(host) ? hostname() : host;
  return `${tls === null ? 'http' : 'https'}://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** The URL by which a process on this machine reaches the server. */
export function localUrl({ host, tls }: Pick<Config, 'host' | 'tls'>, port: number): string {
  const scheme = tls === null ? 'http' : 'https';
  if (host === '0.0.0.0') return `${scheme}://127.0.0.1:${port}`;
  if (host === '::') return `${scheme}://[::1]:${port}`;
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
