import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '../describe-error.ts';
import type { Section } from './header.ts';

/** A file that is read in ranges over HTTP. It is the same file from beginning to end: when it changes, reading fails. */
export interface RangeSource {
  url: string;
  size: number;
  /** The beginning of the file, which was read to open it. */
  start: Buffer;
  /** The ETag, or the time of the last change; with the size alone where the host sends neither. */
  version: string;
  /** Reads a range completely. Throws a `SourceProblem`. */
  read(section: Section): Promise<Buffer>;
}

interface SourceOptions {
  signal: AbortSignal;
  /** How much of the beginning is read at once. */
  startBytes: number;
  /** The time for one request. */
  withinMs?: number;
  /** The wait before a failed request is sent again; twice as long each further time. */
  retryMs?: number;
}

/** The host cannot be used, or not now. The message is a sentence for the owner, and never contains what the host wrote. */
export class SourceProblem extends Error {
  /** The HTTP status; null when there was none. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceProblem';
    this.status = status;
  }
}

const triesAtMost = 4;
/** Of these it is known that trying again may help. */
const isPassing = (status: number | null) => status === null || status === 429 || status >= 500;

/**
 * Opens a file with its first request. Redirects are not followed, since they could lead to internal hosts. Of an answer nothing is read
 * beyond the bytes that were asked for.
 */
export async function openRangeSource(url: string, options: SourceOptions): Promise<RangeSource> {
  const first = await readRange(url, { offset: 0, length: options.startBytes }, { ...options, isStart: true });
  const { size, headers } = first;
  const version = headers.get('etag') ?? headers.get('last-modified') ?? '';
  return {
    url,
    size,
    start: first.bytes,
    version: `${version} ${size}`,
    async read(section) {
      const known = { size, headers };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await readRange(url, section, { ...options, known })).bytes;
        } catch (error) {
          const isFinal = !(error instanceof SourceProblem) || !isPassing(error.status) || attempt === triesAtMost;
          if (isFinal) throw error;
          await wait((options.retryMs ?? 1000) * 2 ** (attempt - 1), undefined, { signal: options.signal });
        }
      }
    },
  };
}

interface Known {
  size: number;
  headers: Headers;
}

interface RequestOptions extends SourceOptions {
  /** The first range may be longer than the file. */
  isStart?: boolean;
  known?: Known;
}

async function readRange(
  url: string,
  { offset, length }: Section,
  { signal, withinMs = 60_000, isStart = false, known }: RequestOptions,
): Promise<Known & { bytes: Buffer }> {
  const within = AbortSignal.timeout(withinMs);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, within]),
      headers: {
        range: `bytes=${offset}-${offset + length - 1}`,
        'accept-encoding': 'identity',
        'user-agent': 'Fairwatch',
        ...sameFile(known?.headers),
      },
    });
    try {
      const { size, end } = checkAnswer(response, { offset, length, isStart, known });
      return { size, headers: response.headers, bytes: await readExactly(response, end - offset + 1) };
    } finally {
      // Ends the connection of an answer that was not read to its end.
      await response.body?.cancel().catch(() => undefined);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceProblem) throw error;
    if (within.aborted) throw new SourceProblem('It did not answer in time.', null, { cause: error });
    throw new SourceProblem(`It cannot be reached: ${reasonOf(error)}.`, null, { cause: error });
  }
}

/** Asks for the range of that file alone. A weak ETag does not promise equal bytes, and hosts refuse it here. */
function sameFile(headers: Headers | undefined): Record<string, string> {
  const [etag, modified] = [headers?.get('etag'), headers?.get('last-modified')];
  if (etag?.startsWith('"')) return { 'if-match': etag };
  return modified ? { 'if-unmodified-since': modified } : {};
}

function checkAnswer(
  { status, headers }: Response,
  { offset, length, isStart, known }: Section & Pick<RequestOptions, 'isStart' | 'known'>,
): { size: number; end: number } {
  const changed = () => new SourceProblem('The file has changed there meanwhile.', 412);
  if (status === 412) throw changed();
  if (status >= 300 && status < 400) throw new SourceProblem('It redirects to another address.', status);
  if (status === 200) throw new SourceProblem('It does not send parts of a file, only the whole of it.', status);
  if (status !== 206) throw new SourceProblem(`It answered with status ${status}.`, status);
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  const [start, end, size] = [Number(from), Number(to), Number(total)];
  const isWanted = isStart === true ? end === Math.min(length, size) - 1 : end === offset + length - 1;
  if (start !== offset || !isWanted || !Number.isSafeInteger(size) || headers.has('content-encoding')) {
    throw new SourceProblem('It sent another part of the file than it was asked for.', status);
  }
  if (known !== undefined) {
    const isSame =
      size === known.size &&
      ['etag', 'last-modified'].every((name) => headers.get(name) === known.headers.get(name) || !headers.has(name));
    if (!isSame) throw changed();
  }
  return { size, end };
}

async function readExactly({ body }: Response, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  for await (const chunk of body ?? []) {
    if (done + chunk.length > length) throw new SourceProblem('It sent more than it was asked for.', 206);
    bytes.set(chunk, done);
    done += chunk.length;
  }
  if (done < length) throw new SourceProblem('It sent less than it was asked for.');
  return bytes;
}

/** What is wrong with the connection, by its code. `fetch` itself says only that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return describeError(cause).slice(0, 100);
}
