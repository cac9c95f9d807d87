import { endpoints, errorsOf, type ErrorCode, type Meta } from '@fairwatch/contract';
import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The errors that calls answered with in this test, as `path code`. `npm test` lists the declared ones that no test has seen. */
    answeredErrors?: string[];
  }
}

/** What is answered before it is known which call is meant. */
const beforeAnyCall: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed', 'request_timeout'];

const declared = new Map(
  endpoints.map((endpoint) => [endpoint.path, new Set<string>([...errorsOf(endpoint), ...beforeAnyCall])]),
);

// One list for all files of a worker: this file is evaluated again for each of them, and `fetch` is wrapped once.
const mark = Symbol.for('fairwatch.answered-errors');
const marked = globalThis as typeof globalThis & { [mark]?: Promise<string | null>[] };
const answers = (marked[mark] ??= recordAnsweredErrors());

/** Wraps `fetch`, so that it records which call answered with which error. */
function recordAnsweredErrors(): Promise<string | null>[] {
  const recorded: Promise<string | null>[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    if (response.status >= 400 && declared.has(path)) recorded.push(readError(path, response.clone()));
    return response;
  };
  return recorded;
}

/** Null for what cannot be read: an encrypted answer, or one that was cut off. */
async function readError(path: string, response: Response): Promise<string | null> {
  const { meta } = (await response.json().catch(() => ({}))) as { meta?: Meta };
  const code = meta?.message[0]?.code;
  return code === undefined ? null : `${path} ${code}`;
}

// A call answers only with errors that the contract declares: the API page and clients rely on them. Answers to hooks before the
// first test count for that test.
afterEach(async ({ task }) => {
  const seen = new Set(await Promise.all(answers.splice(0)));
  seen.delete(null);
  const errors = [...seen] as string[];
  if (errors.length > 0) task.meta.answeredErrors = errors;
  const undeclared = errors.filter((line) => {
    const [path = '', code = ''] = line.split(' ');
    return !declared.get(path)?.has(code);
  });
  if (undeclared.length > 0) {
    throw new Error(`Calls answered with errors that they do not declare in the contract: ${undeclared.join(', ')}`);
  }
});
