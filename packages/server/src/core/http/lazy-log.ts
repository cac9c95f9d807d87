import type { FastifyBaseLogger } from 'fastify';

type Options = Parameters<FastifyBaseLogger['child']>[1];
type Bindings = Parameters<FastifyBaseLogger['child']>[0];

/**
 * The log of one request, with its id in each line. The child of pino is made with the first line, because it takes longer than most other steps
 * of a request, and nearly all requests write none.
 */
export class LazyLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #child: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  #log(): FastifyBaseLogger {
    return (this.#child ??= this.#parent.child(this.#bindings, this.#options));
  }

  get level(): string {
    return this.#log().level;
  }
  set level(level: string) {
    this.#log().level = level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#log().child(bindings, options);
  }

  fatal(...line: unknown[]): void {
    write(this.#log(), 'fatal', line);
  }
  error(...line: unknown[]): void {
    write(this.#log(), 'error', line);
  }
  warn(...line: unknown[]): void {
    write(this.#log(), 'warn', line);
  }
  info(...line: unknown[]): void {
    write(this.#log(), 'info', line);
  }
  debug(...line: unknown[]): void {
    write(this.#log(), 'debug', line);
  }
  trace(...line: unknown[]): void {
    write(this.#log(), 'trace', line);
  }
  silent(...line: unknown[]): void {
    write(this.#log(), 'silent', line);
  }
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

function write(log: FastifyBaseLogger, level: Level, line: unknown[]): void {
  (log[level] as (...line: unknown[]) => void).apply(log, line);
}
