import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('fairwatch.ts', import.meta.url));

/** Runs the owner's program and returns what it printed and how it ended. */
function fairwatch(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...env } }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, output: out + said }),
    );
  });
}

it('lists the commands, and refuses others', async () => {
  const help = await fairwatch([]);
  expect(help.code).toBe(0);
  for (const name of ['start', 'status', 'backup', 'restore', 'audit-verify', 'reset-password', 'maintenance'])
    expect(help.output).toContain(`\n  ${name} `);
  const wrong = await fairwatch(['toString']);
  expect([wrong.code, wrong.output]).toEqual([1, `There is no command "toString".\n${help.output}`]);
});

it('says whether the server answers', async () => {
  let state = 'ready';
  const server = createServer((_request, response) =>
    response.writeHead(state === 'ready' ? 200 : 503).end(`${state}\n`),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  const ask = () => fairwatch(['status'], { PORT: String(port) });
  const [ready, lost] = [await ask(), ((state = 'lease'), await ask())];
  expect([ready.code, ready.output]).toEqual([0, expect.stringMatching(/^Fairwatch \S+ at .*: ready\n$/)]);
  expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('not ready (lease)')]);
  await new Promise((resolve) => server.close(resolve));
  expect(await ask()).toEqual({ code: 1, output: expect.stringContaining('does not answer') });
});
