const timeoutMs = 5_000;

/**
 * Resolves to whether a reload would work now. It requests the page itself, as a reload does; an error of a proxy or of the server
 * (5xx) does not count as an answer.
 */
export async function serverAnswers(): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const { status } = await fetch(location.href, { cache: 'no-store', signal: timeout.signal });
    return status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
