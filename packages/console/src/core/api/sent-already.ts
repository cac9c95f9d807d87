/** The calls that public/before-paint.js sent before this code was there, by path and body. */
interface FirstCalls {
  token: string;
  answers: Record<string, Promise<Response>>;
}

/** An answer that nobody took by then may be about what has changed since. */
const freshForMs = 30_000;

/**
 * Takes the response to a call that `before-paint.js` sent before the console's code was there. Each can be taken once, because its
 * body can be read once. Returns null for every other call.
 */
export function takeSentAlready(url: string, token: string | null, body: string): Promise<Response> | null {
  const { firstCalls } = globalThis as { firstCalls?: FirstCalls };
  if (firstCalls?.token !== token || performance.now() > freshForMs) return null;
  const key = `${url} ${body}`;
  const answer = firstCalls.answers[key] ?? null;
  delete firstCalls.answers[key];
  return answer;
}
