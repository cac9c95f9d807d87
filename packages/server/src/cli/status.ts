import { readyPath } from '@fairwatch/contract';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../core/config/config.ts';
import { describeError } from '../core/describe-error.ts';
import { localUrl } from '../core/http/connections/listen-address.ts';
import { runScript } from './run-script.ts';

const answerWithinMs = 5000;

/** Says whether the server of this installation answers. Returns false when it does not, or can take no requests now. */
async function run(): Promise<boolean> {
  const config = loadConfig(process.env);
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const url = localUrl(config, config.port);
  try {
    const answer = await askReady(url);
    const state = (await text(answer)).trim();
    process.stdout.write(`Fairwatch ${version} at ${url}: ${state === 'ready' ? 'ready' : `not ready (${state})`}\n`);
    return answer.statusCode === 200;
  } catch (error) {
    process.stderr.write(`Fairwatch ${version} does not answer at ${url}: ${describeError(error)}\n`);
    return false;
  }
}

/** The certificate is not checked: it is for the name by which people call the server, not for this machine's own address. */
function askReady(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerWithinMs);
    const request = url.startsWith('https:')
      ? httpsRequest(url + readyPath, { rejectUnauthorized: false, signal }, resolve)
      : httpRequest(url + readyPath, { signal }, resolve);
    request.on('error', reject);
    request.end();
  });
}

await runScript(run);
