import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host of one file that answers ranges, as object stores do. */
export interface RangeServer {
  url: string;
  /** The ranges that were asked for, in their order. */
  ranges: string[];
  /** Replaces the file, and with it its ETag. */
  put(bytes: Uint8Array): void;
  /** Answers instead of the file as long as it returns true. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  close(): Promise<void>;
}

export async function startRangeServer(content: Uint8Array, path = '/planet.pmtiles'): Promise<RangeServer> {
  let bytes = content;
  let etag = etagOf(bytes);
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const hosted: RangeServer = {
    url: '',
    ranges: [],
    put(next) {
      bytes = next;
      etag = etagOf(bytes);
    },
    instead: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { range = '', 'if-match': wanted } = request.headers;
    hosted.ranges.push(range);
    if (await hosted.instead(request, response)) return;
    if (request.url !== path) return void response.writeHead(404).end();
    if (wanted !== undefined && wanted !== etag) return void response.writeHead(412).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const [start, end] = [Number(first), Math.min(Number(last), bytes.length - 1)];
    if (!(start <= end)) return void response.writeHead(416).end();
    response.writeHead(206, {
      etag,
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
      'content-length': end - start + 1,
    });
    response.end(bytes.subarray(start, end + 1));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hosted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return hosted;
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
}
