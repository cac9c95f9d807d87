import { batchPath, limits, shownHeader, type BatchedAnswer } from '@fairwatch/contract';
import { apiBaseUrl } from './environments.ts';

/** How long the first call waits for others: those of a page, and of the menus that are drawn after it, come within a few frames. */
const collectMs = 100;

interface WaitingCall {
  path: string;
  request: RequestInit & { headers: Record<string, string>; body: string };
  resolve: (response: Response | Promise<Response>) => void;
}

/** The calls that wait to be sent, by the token of their session: calls of two accounts never share a request. */
const waiting = new Map<string, WaitingCall[]>();
let isCollecting = false;

/** Whether calls that can wait are sent together from now on. A test that counts calls gets each of them alone. */
export function collectCalls(isOn = true): void {
  isCollecting = isOn;
}

/** The response to a call that is sent with others in one request; null when it is to be sent alone. */
export function fetchTogether(path: string, request: RequestInit): Promise<Response> | null {
  const { headers, body } = request as WaitingCall['request'];
  if (!isCollecting || typeof body !== 'string') return null;
  const token = headers['authorization'] ?? '';
  return new Promise((resolve) => {
    const calls = waiting.get(token) ?? [];
    if (calls.length === 0) setTimeout(() => send(token), collectMs);
    waiting.set(token, [...calls, { path, request: { ...request, headers, body }, resolve }]);
    if (calls.length + 1 === limits.batch.maxCalls) send(token);
  });
}

function send(token: string): void {
  const calls = waiting.get(token) ?? [];
  waiting.delete(token);
  const [first, ...others] = calls;
  if (first === undefined) return;
  if (others.length === 0) return first.resolve(fetch(apiBaseUrl + first.path, first.request));
  const answers = fetchAnswers(calls, first.request.headers);
  for (const [index, { resolve }] of calls.entries()) resolve(answers.then((all) => responseOf(all, index)));
}

/** Returns the answers of all calls, or the single answer that refuses the whole request. */
async function fetchAnswers(
  calls: readonly WaitingCall[],
  headers: Record<string, string>,
): Promise<BatchedAnswer | BatchedAnswer[]> {
  const { [shownHeader]: _, ...ofAll } = headers;
  const body = JSON.stringify(
    calls.map(({ path, request }) => ({ path, body: request.body, shown: request.headers[shownHeader] })),
  );
  const response = await fetch(apiBaseUrl + batchPath, { method: 'POST', headers: ofAll, body });
  if (!response.ok) return { status: response.status, body: await response.text() };
  return (await response.json()) as BatchedAnswer[];
}

function responseOf(answers: BatchedAnswer | BatchedAnswer[], index: number): Response {
  const answer = Array.isArray(answers) ? answers[index] : answers;
  if (answer === undefined) throw new Error('A batch is answered with as many answers as it has calls.');
  const { body, status, shown } = answer;
  return new Response(body, { status, ...(shown !== undefined && { headers: { [shownHeader]: shown } }) });
}
