/** The baseline of lists: Fastify that parses the body and answers fixed bytes, without database, session or rules. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const answer = readFileSync(process.env['ANSWER_FILE'] ?? '', 'utf8');
const app = fastify();
app.get('/', async () => 'ok');
app.post('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
