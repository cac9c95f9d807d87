/** The responses to the calls that public/before-paint.js sent before this code was loaded, by path and body. */
interface FirstCalls {
  token: string;
  answers: Record<string, Promise<Response>>;
}

/** A response that was not used by then may be stale. */
const freshForMs = 30_000;

/**
 * Takes the response to a call that `before-paint.js` sent before the console's code was loaded. Each can be taken once, because its
 * body can be read once. Returns null for every other call.
 */
export function takePrefetchedResponse(url: string, token: string | null, body: string): Promise<Response> | null {
  const { firstCalls } = globalThis as { firstCalls?: FirstCalls };
  if (firstCalls?.token !== token || performance.now() > freshForMs) return null;
  const key = `${url} ${body}`;
  const response = firstCalls.answers[key] ?? null;
  delete firstCalls.answers[key];
  return response;
}
