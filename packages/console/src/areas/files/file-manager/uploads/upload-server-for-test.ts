import { checkExists, uploadChunk, uploadFile, type CdnFile } from '@fairwatch/contract';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { vi } from 'vitest';
import { RunServer } from '../../../../shared/run-progress/run-server-for-test.ts';

interface Upload {
  bytes: Buffer;
  name: string;
}

interface Refusal {
  status: number;
  code: string;
  text: string;
}

/** A fake upload server behind `fetch` and `XMLHttpRequest`. It can cut connections, reject chunks and delay responses. */
export class UploadServer {
  readonly stored: { file: CdnFile; bytes: Buffer }[] = [];
  /** The names of files that were uploaded in one request. */
  readonly singleRequestFiles: string[] = [];
  /** The offset of each received chunk. */
  readonly offsets: number[] = [];
  /** What is delivered after its upload: the name, the folder of the device, and the client id of the run. */
  readonly deliveries: { name: string; folder: string; run: string }[] = [];
  /** The runs that deliver files. */
  readonly runs = new RunServer();
  /** While true, every request fails as without a network. */
  down = false;
  /** The connection breaks after this many bytes of the next chunk. */
  cutAfter: number | null = null;
  refusal: Refusal | null = null;
  /** The next `checkExists` reports 0 received bytes, as an outdated response would. */
  stale = false;
  /** Chunks are processed once this resolves. */
  gate: Promise<void> | null = null;
  inFlight = 0;
  maxInFlight = 0;
  #previous: Promise<unknown> = Promise.resolve();
  readonly #uploads = new Map<string, Upload>();

  /** Replaces `fetch`, `XMLHttpRequest` and the hashing worker. */
  install(): void {
    const respond = (path: string, input: never) => this.#respond(path, input);
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async (url, request) => {
        request?.signal?.throwIfAborted();
        if (this.down) throw new TypeError('Failed to fetch');
        return envelope(respond(String(url), JSON.parse(String(request?.body)) as never));
      }),
    );
    vi.stubGlobal('XMLHttpRequest', requestFor(this));
    vi.stubGlobal('Worker', HashingWorker);
  }

  /** The bytes received of an unfinished upload. */
  receivedBytes(sha256: string): number {
    return this.#uploads.get(sha256)?.bytes.length ?? 0;
  }

  /** Receives a chunk after all earlier ones. Resolves with null when the connection broke. */
  async receive(form: FormData): Promise<{ status: number; body: unknown } | null> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    const response = this.#previous.then(() => this.#receiveNext(form));
    this.#previous = response.finally(() => (this.inFlight -= 1)).catch(() => undefined);
    return await response;
  }

  async #receiveNext(form: FormData): Promise<{ status: number; body: unknown } | null> {
    await this.gate;
    if (this.down) return null;
    if (this.refusal) return { status: this.refusal.status, body: problem(this.refusal) };
    const file = form.get('file') as Blob | null;
    if (file !== null) return await this.#receiveWhole(file, form);
    const [sha256, name] = [String(form.get('sha256')), String(form.get('name'))];
    const known = this.stored.find((each) => each.file.fileHash === sha256)?.file;
    if (known) {
      this.#deliver(form);
      return { status: 200, body: success({ received: known.fileSize, file: known }) };
    }
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
    const storedFile = complete ? this.#store(sha256, upload) : null;
    if (complete) this.#deliver(form);
    return { status: 200, body: success({ received: upload.bytes.length, file: storedFile }) };
  }

  /** Receives a small file in one request. A cut loses the whole file. */
  async #receiveWhole(file: Blob, form: FormData): Promise<{ status: number; body: unknown } | null> {
    this.down ||= this.cutAfter !== null;
    this.cutAfter = null;
    if (this.down) return null;
    const bytes = Buffer.from(await file.arrayBuffer());
    const name = String(form.get('name'));
    this.singleRequestFiles.push(name);
    this.#deliver(form);
    return { status: 200, body: success(this.#store(hexHash(bytes), { bytes, name })) };
  }

  #deliver(form: FormData): void {
    const [name, folder, run] = ['name', 'deliverFolder', 'deliverRun'].map((field) => String(form.get(field)));
    this.deliveries.push({ name: name ?? '', folder: folder ?? '', run: run ?? '' });
  }

  #store(sha256: string, { bytes, name }: Upload): CdnFile {
    const id = this.stored.length + 1;
    const file = { id, fileName: name, filePath: name, fileHash: sha256, fileSize: bytes.length } as CdnFile;
    this.stored.push({ file, bytes });
    return file;
  }

  #respond(path: string, input: { sha256: string }): unknown {
    if (path.endsWith(checkExists.path)) {
      const file = this.stored.find((each) => each.file.fileHash === input.sha256)?.file ?? null;
      const received = this.stale ? 0 : this.receivedBytes(input.sha256);
      this.stale = false;
      return { exists: file !== null, file, received };
    }
    return this.runs.respond(path, input) ?? null;
  }
}

/** The SHA-256 hash as the contract encodes it: lowercase hex. */
export const hexHash = (bytes: Uint8Array) => Buffer.from(hash(bytes)).toString('hex');

const success = (data: unknown) => ({
  securityStatus: 'PLAINTEXT',
  data,
  meta: { has_error: false, message: [], pagination: null },
});

const problem = ({ code, text }: Refusal) => ({
  securityStatus: 'PLAINTEXT',
  data: null,
  meta: { has_error: true, message: [{ text: { client: text }, code }], pagination: null },
});

const envelope = (data: unknown) => Response.json(success(data));

/** A fake `XMLHttpRequest` class with upload progress events. */
function requestFor(server: UploadServer) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    response: unknown = null;
    responseType = '';
    #aborted = false;

    open(method: string, url: string): void {
      const isKnown = [uploadChunk, uploadFile].some(({ path }) => url.endsWith(path));
      if (method !== 'POST' || !isKnown) throw new Error(`Unexpected request: ${method} ${url}.`);
    }

    setRequestHeader(): void {}

    abort(): void {
      this.#aborted = true;
      this.dispatchEvent(new Event('abort'));
    }

    async send(form: FormData): Promise<void> {
      const responding = server.receive(form);
      const { size } = (form.get('chunk') ?? form.get('file')) as Blob;
      // Progress counts bytes that left the browser, not bytes that arrived.
      if (!server.down) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: size }));
      const response = await responding;
      if (this.#aborted) return;
      if (response === null) return void this.dispatchEvent(new Event('error'));
      Object.assign(this, { status: response.status, response: response.body });
      this.dispatchEvent(new Event('load'));
    }
  };
}

/** A fake hashing worker. A file named "gone" cannot be read. */
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
