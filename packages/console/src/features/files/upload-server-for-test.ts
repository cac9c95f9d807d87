import {
  checkExists,
  fileHistory,
  nonFinalCommands,
  receiveFiles,
  uploadChunk,
  uploadFile,
  type CdnFile,
  type Command,
} from '@fairwatch/contract';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { vi } from 'vitest';

interface Upload {
  bytes: Buffer;
  name: string;
}

interface Refusal {
  status: number;
  code: string;
  text: string;
}

/** A server for uploads that forgets nothing, cuts connections when told to, and stands in for the browser's network. */
export class UploadServer {
  readonly stored: { file: CdnFile; bytes: Buffer }[] = [];
  /** The names of files that came in one request. */
  readonly wholes: string[] = [];
  /** The offsets at which chunks began. */
  readonly offsets: number[] = [];
  readonly received: unknown[] = [];
  commands: Command[] = [];
  /** While it is set, nothing gets through. */
  down = false;
  /** The next chunk is cut after so many bytes, and the connection with it. */
  cutAfter: number | null = null;
  /** Another command of the device is open. */
  busy = false;
  refusal: Refusal | null = null;
  /** The next question how far an upload is gets an answer from before it began. */
  stale = false;
  /** Holds chunks back until it is resolved. */
  gate: Promise<void> | null = null;
  /** How many chunks are under way, and were at most. */
  under = 0;
  underAtMost = 0;
  #before: Promise<unknown> = Promise.resolve();
  readonly #uploads = new Map<string, Upload>();

  /** Takes the place of fetch, XMLHttpRequest and the worker that hashes. */
  install(): void {
    const answer = (path: string, input: never) => this.#answer(path, input);
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async (url, request) => {
        request?.signal?.throwIfAborted();
        if (this.down) throw new TypeError('Failed to fetch');
        return envelope(answer(String(url), JSON.parse(String(request?.body)) as never));
      }),
    );
    vi.stubGlobal('XMLHttpRequest', requestFor(this));
    vi.stubGlobal('Worker', HashingWorker);
  }

  /** What is known of an upload that is not finished. */
  part(sha256: string): number {
    return this.#uploads.get(sha256)?.bytes.length ?? 0;
  }

  /** Takes a chunk, or as much of it as comes through, after those before it. */
  async take(form: FormData): Promise<{ status: number; body: unknown } | null> {
    this.under += 1;
    this.underAtMost = Math.max(this.underAtMost, this.under);
    const taken = this.#before.then(() => this.#takeInTurn(form));
    this.#before = taken.finally(() => (this.under -= 1)).catch(() => undefined);
    return await taken;
  }

  async #takeInTurn(form: FormData): Promise<{ status: number; body: unknown } | null> {
    await this.gate;
    if (this.down) return null;
    if (this.refusal) return { status: this.refusal.status, body: problem(this.refusal) };
    const whole = form.get('file') as Blob | null;
    if (whole !== null) return await this.#takeWhole(whole, String(form.get('name')));
    const [sha256, name] = [String(form.get('sha256')), String(form.get('name'))];
    const upload = this.#uploads.get(sha256) ?? { bytes: Buffer.alloc(0), name };
    const offset = Number(form.get('offset'));
    if (offset !== upload.bytes.length) {
      return { status: 409, body: problem({ status: 409, code: 'upload_received', text: 'Go on.' }) };
    }
    this.offsets.push(offset);
    const chunk = Buffer.from(await (form.get('chunk') as Blob).arrayBuffer());
    const cut = this.cutAfter;
    this.cutAfter = null;
    upload.bytes = Buffer.concat([upload.bytes, cut === null ? chunk : chunk.subarray(0, cut)]);
    this.#uploads.set(sha256, upload);
    if (cut !== null) {
      this.down = true;
      return null;
    }
    const complete = upload.bytes.length === Number(form.get('size'));
    const file = complete ? this.#store(sha256, upload) : null;
    return { status: 200, body: good({ received: upload.bytes.length, file }) };
  }

  /** A small file in one request; a cut loses all of it. */
  async #takeWhole(file: Blob, name: string): Promise<{ status: number; body: unknown } | null> {
    this.down ||= this.cutAfter !== null;
    this.cutAfter = null;
    if (this.down) return null;
    const bytes = Buffer.from(await file.arrayBuffer());
    this.wholes.push(name);
    return { status: 200, body: good(this.#store(hexHash(bytes), { bytes, name })) };
  }

  #store(sha256: string, { bytes, name }: Upload): CdnFile {
    const id = this.stored.length + 1;
    const file = { id, fileName: name, filePath: name, fileHash: sha256, fileSize: bytes.length } as CdnFile;
    this.stored.push({ file, bytes });
    return file;
  }

  #answer(path: string, input: { sha256: string }): unknown {
    if (path.endsWith(checkExists.path)) {
      const file = this.stored.find((each) => each.file.fileHash === input.sha256)?.file ?? null;
      const received = this.stale ? 0 : this.part(input.sha256);
      this.stale = false;
      return { exists: file !== null, file, received };
    }
    if (path.endsWith(nonFinalCommands.path)) return this.busy ? [{ id: 99 }] : [];
    if (path.endsWith(fileHistory.path)) return this.commands;
    if (path.endsWith(receiveFiles.path)) {
      this.received.push(input);
      this.commands = [{ id: 40 + this.received.length, stepType: 'DONE', progress: 100 } as Command, ...this.commands];
      return this.commands[0];
    }
    return null;
  }
}

/** The SHA-256 of some bytes, as the contract writes it. */
export const hexHash = (bytes: Uint8Array) => Buffer.from(hash(bytes)).toString('hex');

const good = (data: unknown) => ({
  securityStatus: 'PLAINTEXT',
  data,
  meta: { has_error: false, message: [], pagination: null },
});

const problem = ({ code, text }: Refusal) => ({
  securityStatus: 'PLAINTEXT',
  data: null,
  meta: { has_error: true, message: [{ text: { client: text }, code }], pagination: null },
});

const envelope = (data: unknown) => Response.json(good(data));

/** A request that tells how far it is, as the browser's does. */
function requestFor(server: UploadServer) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    response: unknown = null;
    responseType = '';
    #aborted = false;

    open(method: string, url: string): void {
      const known = [uploadChunk, uploadFile].some(({ path }) => url.endsWith(path));
      if (method !== 'POST' || !known) throw new Error(`Nobody answers ${method} ${url}.`);
    }

    setRequestHeader(): void {}

    abort(): void {
      this.#aborted = true;
      this.dispatchEvent(new Event('abort'));
    }

    async send(form: FormData): Promise<void> {
      const taken = server.take(form);
      const { size } = (form.get('chunk') ?? form.get('file')) as Blob;
      // All of it has left the browser; whether it arrives is another matter.
      if (!server.down) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: size }));
      const answer = await taken;
      if (this.#aborted) return;
      if (answer === null) return void this.dispatchEvent(new Event('error'));
      Object.assign(this, { status: answer.status, response: answer.body });
      this.dispatchEvent(new Event('load'));
    }
  };
}

/** Hashes at once; a file called "gone" cannot be read. */
class HashingWorker extends EventTarget {
  postMessage(file: File): void {
    void this.#hash(file);
  }

  terminate(): void {}

  async #hash(file: File): Promise<void> {
    const bytes = Buffer.from(await file.arrayBuffer());
    const data = file.name === 'gone' ? 'unreadable' : { sha256: hexHash(bytes) };
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}
