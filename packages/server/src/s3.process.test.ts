import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/servers/test-database.ts';
import { interrupt, makeDataDir, spawnServer } from './testing/servers/server-process.ts';
import { startTestS3, type TestS3 } from './testing/servers/test-s3.ts';

let s3: TestS3;
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  [s3, database, dataDir] = await Promise.all([startTestS3(), createTestDatabase(), makeDataDir()]);
});
afterAll(async () => {
  await s3.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes a process say at its end whether it has loaded the client of S3. */
const sayAtEnd = `import { createRequire } from 'node:module';
process.on('exit', () => {
  const isLoaded = Object.keys(createRequire('/').cache).some((path) => path.includes('@aws-sdk/client-s3'));
  process.stderr.write(isLoaded ? 'S3 client loaded' : 'no S3 client');
});`;

function start(env: Record<string, string>) {
  const preload = `--import data:text/javascript,${encodeURIComponent(sayAtEnd)}`;
  const given = { DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: 'secret-of-tests', ...env };
  return spawnServer({ env: { NODE_OPTIONS: preload, ...given } });
}

describe('a server', { tags: 'full' }, () => {
  it('loads the client of S3 only when it is told to keep files there', async () => {
    const { endpoint, accessKey, secretKey } = s3.another('of-a-process');
    const url = Object.assign(new URL('/of-a-process', endpoint), { username: accessKey, password: secretKey });
    for (const [env, words] of [
      [{}, 'no S3 client'],
      [{ S3_URL: url.href }, 'S3 client loaded'],
    ] as const) {
      const server = start(env);
      await server.started;
      expect(await interrupt(server)).toBe(0);
      expect(server.stderr).toBe(words);
    }
  });

  it('ends with one line when its bucket cannot be used, which has no key in it', async () => {
    const folder = `${dataDir}/unused`;
    const server = start({ DATA_DIR: folder, S3_URL: 'http://ACCESS:SECRET@127.0.0.1:1/fairwatch' });
    expect(await server.exited).toBe(1);
    expect(server.stderr).toMatch(
      /^Fairwatch: The bucket fairwatch of S3_URL cannot be used: .*ECONNREFUSED.*\nS3 client/,
    );
    expect(server.stderr).not.toMatch(/SECRET|ACCESS/);
    expect(await readdir(folder)).toEqual([]);
  });
});
