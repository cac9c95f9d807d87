import { once } from 'node:events';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { readForm, takeForms } from './form.ts';

const partNamed = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nb\r\n`;

/** A server that refuses a form after the whole body was parsed, when errors of the parser have no listener. */
async function startServer(): Promise<string> {
  const app = fastify();
  takeForms(app);
  app.post('/', async (request, reply) => {
    const ended = once(request.raw, 'end');
    const refusal = await readForm(request, { file: 'file', maxBytes: 1000 }, { overhead: 0, fieldBytes: 1000 }).catch(
      (error: Error) => error.message,
    );
    await ended;
    return reply.code(400).send(refusal);
  });
  onTestFinished(() => app.close());
  return await app.listen({ port: 0 });
}

it.each([
  ['too many parts', Array.from({ length: 40 }, (_, place) => partNamed(`a${place}`)).join('')],
  ['too many files', [1, 2, 3].map((place) => partNamed(`file"; filename="${place}`)).join('')],
  ['a file with the name of what every object has', partNamed('toString"; filename="a')],
  ['parts without a name', '--x\r\nX-Odd: 1\r\n\r\nb\r\n'.repeat(40)],
])('a form of %s that is cut off does not end the process', async (_, body) => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.prependListener('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const url = await startServer();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const length of [body.length, body.length - 3]) {
    const { status } = await fetch(url, { method: 'POST', headers, body: body.slice(0, length) });
    expect(status).toBe(400);
  }
  expect(uncaught).toEqual([]);
});
