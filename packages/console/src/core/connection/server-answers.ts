const answerWithinMs = 5_000;

/**
 * Whether the server that this console comes from would answer a reload now. It asks for the page itself, as a reload
 * does; a proxy that answers in the server's place (502, 503, 504) does not count.
 */
export async function serverAnswers(): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), answerWithinMs);
  try {
    const { status } = await fetch(location.href, { cache: 'no-store', signal: patience.signal });
    return status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
