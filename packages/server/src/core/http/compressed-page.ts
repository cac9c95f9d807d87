import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A generated page with its compressed forms, made once and sent many times. */
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

/** Sends the page in the smallest encoding that the browser accepts, or 304 when the browser's copy is current. */
export function sendCompressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes }: CompressedPage,
): FastifyReply {
  // The page differs for signed-in visitors, who are recognised by a cookie.
  reply.headers({ etag, vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' });
  const known = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
  if (known) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(200).type('text/html; charset=utf-8').send(bytes[encoding]);
}

/** Chooses the encoding from Accept-Encoding. A weight of zero excludes one; other weights are ignored. */
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
