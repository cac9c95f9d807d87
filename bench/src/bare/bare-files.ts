/** The baseline of files: Node that streams each request's body to the disk and hashes it on the way. Nothing else. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env['FOLDER'] ?? '';
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end('ok');
  const hash = createHash('sha256');
  const target = createWriteStream(path.join(folder, path.basename(request.url ?? 'file')));
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  void pipeline(request, hashed, target).then(() => response.end(hash.digest('hex')));
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
