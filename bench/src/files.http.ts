import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { uploadChunk, type Envelope, type OutputOf } from '@fairwatch/contract';
import type { MadeFile } from './files.data.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 2 });
const boundary = 'fairwatch-bench';

/** Uploads a file in chunks as the console does: each in a form, the next when the previous one is sent. */
export async function uploadByChunks(url: string, token: string, deviceId: number, file: MadeFile): Promise<void> {
  const { name, sha256, size } = file;
  let offset = 0;
  let before: Promise<void> = Promise.resolve();
  for (const chunk of file.chunks()) {
    const fields = Object.entries({ deviceId, name, sha256, size, offset });
    const head = fields.map(([field, value]) => part(`name="${field}"`, `\r\n${value}\r\n`)).join('');
    const opening = Buffer.from(`${head}${part('name="chunk"; filename="blob"', '\r\n')}`);
    const closing = Buffer.from(`\r\n--${boundary}--\r\n`);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': opening.length + chunk.length + closing.length,
    };
    const call = request(`${url}${uploadChunk.path}`, { method: 'POST', agent, headers });
    const left = once(call, 'finish');
    for (const piece of [opening, chunk, closing]) call.write(piece);
    offset += chunk.length;
    const answered = checkAnswer(answerOf(call), offset, file);
    // An error is thrown by the await of the next iteration.
    answered.catch(() => undefined);
    await before;
    await left;
    before = answered;
  }
  await before;
}

async function checkAnswer(answer: Promise<string>, offset: number, { size, sha256 }: MadeFile): Promise<void> {
  const { data } = JSON.parse(await answer) as Envelope<OutputOf<typeof uploadChunk>>;
  if (data.received !== offset) throw new Error(`The server has ${data.received} of ${offset} bytes.`);
  if (offset === size && data.file?.fileHash !== sha256) throw new Error('The file was not stored.');
}

function part(disposition: string, rest: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${rest}`;
}

/** Sends the same bytes in one request to the baseline. */
export async function uploadWhole(url: string, file: MadeFile): Promise<void> {
  const headers = { 'content-length': file.size };
  const call = request(`${url}/${encodeURIComponent(file.name)}`, { method: 'PUT', agent, headers });
  for (const chunk of file.chunks()) {
    // The buffer is reused for the next chunk, so this one must be sent.
    await new Promise<void>((resolve, reject) => call.write(chunk, (error) => (error ? reject(error) : resolve())));
  }
  if ((await answerOf(call)) !== file.sha256) throw new Error('The baseline got other bytes.');
}

async function answerOf(call: ClientRequest): Promise<string> {
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end();
  const [response] = await answered;
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return text;
}
