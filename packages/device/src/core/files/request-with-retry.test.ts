import { errorText } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestWithRetry } from './request-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (status: number, code: 'command_ended' | 'unavailable') =>
  Response.json({ data: null, meta: { message: [{ code, text: { client: errorText(code) } }] } }, { status });

/** Asks a server that gives these answers in turn. The delays between retries take no time. */
async function ask(answers: (() => Response)[], signal = new AbortController().signal) {
  const request = vi.fn<() => Promise<Response>>(async () => (answers.shift() ?? brokenLine)());
  const asked = requestWithRetry(request, (response) => response.text(), signal).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  return { answer: await asked, requests: request.mock.calls.length };
}

function brokenLine(): Response {
  throw new TypeError('fetch failed');
}

function cutAnswer(): Response {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
  return new Response(body);
}

describe('asking the server until it answers', () => {
  it('retries after a broken connection, a restart of the server and an answer that was cut', async () => {
    const answers = [brokenLine, () => refusal(503, 'unavailable'), cutAnswer, () => new Response('at last')];
    expect(await ask(answers)).toEqual({ answer: 'at last', requests: 4 });
  });

  it('does not retry a refusal', async () => {
    const answers = [() => refusal(409, 'command_ended'), () => new Response('never asked')];
    expect(await ask(answers)).toEqual({ answer: errorText('command_ended'), requests: 1 });
  });

  it('gives up after some retries, and at once when it is aborted', async () => {
    const { answer, requests } = await ask([]);
    expect(answer).toBe('fetch failed');
    expect(requests).toBeGreaterThan(5);
    expect(await ask([], AbortSignal.abort(new Error('cancelled')))).toEqual({ answer: 'cancelled', requests: 1 });
  });
});
