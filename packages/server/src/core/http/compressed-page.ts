import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that was made in memory, ready to be sent as often as it is asked for. */
export interface CompressedPage {
  etag: string;
  bytes: Readonly<Record<Encoding, Buffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export async function compressedPage(html: string): Promise<CompressedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([brotli(identity), gzipped(identity, { level: 9 })]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  return { etag, bytes: { br, gzip: gz, identity } };
}

/** Sends the page in the smallest form that the browser takes, or nothing when it has this one. */
export function sendCompressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes }: CompressedPage,
): FastifyReply {
  // The cookie decides whether the page is that of somebody who is signed in.
  reply.headers({ etag, vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' });
  const known = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
  if (known) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(200).type('text/html; charset=utf-8').send(bytes[encoding]);
}

/** Which of our forms a browser takes. A weight of zero refuses one; other weights do not matter between two. */
function encodingFor(accepted: string): Encoding {
  const taken = new Set(
    accepted
      .split(',')
      .map((each) =>
        each
          .trim()
          .toLowerCase()
          .split(/\s*;\s*q=/),
      )
      .filter(([, weight = '1']) => Number(weight) > 0)
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}
