import { afterEach, beforeEach } from 'vitest';
import { sections } from '../../../../../docs/spec/statements.ts';

/** Maps the number of a statement of the specification to the path of the call that it names. */
const callPaths = new Map(
  sections.flatMap(({ statements }) =>
    Object.entries(statements).flatMap(([id, statement]): [string, string][] => {
      const [, method, path = ''] = /^(Call|GET) (\w\S*\/\S*\w\/?)/.exec(statement) ?? [];
      if (method === undefined) return [];
      return [[id, method === 'GET' ? `/${path}` : `/admin/v1/api/${path}`]];
    }),
  ),
);

// Stored globally, because this file is evaluated for each test file of a worker while `fetch` is wrapped once.
const mark = Symbol.for('fairwatch.answered-calls');
const marked = globalThis as typeof globalThis & { [mark]?: Set<string> };
const answered = (marked[mark] ??= recordAnsweredCalls());

/** Wraps `fetch`, so that it records the paths that a server answered; an unknown path is a 404 and does not count. */
function recordAnsweredCalls(): Set<string> {
  const paths = new Set<string>();
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 404) paths.add(new URL(input instanceof Request ? input.url : input).pathname);
    return response;
  };
  return paths;
}

beforeEach(() => answered.clear());

// A test whose title carries the number of a call proves it only when it makes that call, at the specification's path.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return;
  const tags = [...task.fullTestName.matchAll(/\[SPEC ([^\]]*)\]/g)].flatMap(([, ids = '']) => ids.split(/,\s*/));
  const missing = tags.map((id) => callPaths.get(id)).filter((path) => path !== undefined && !answered.has(path));
  if (missing.length > 0) throw new Error(`The title names calls that the test does not make: ${missing.join(', ')}`);
});
