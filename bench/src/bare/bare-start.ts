/** The baseline of a start: Fastify and one query on a PostgreSQL that runs already. */
import fastify from 'fastify';
import { Pool } from 'pg';

const pool = new Pool(JSON.parse(process.env['CONNECTION'] ?? '{}'));
const app = fastify();
app.get('/', async () => (await pool.query('select 1 as one')).rows);
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
