/** Directories in memory, as far as the companion uses the browser's. Files cannot be moved in them, only copied. */
export class FakeDirectory {
  readonly kind = 'directory';
  readonly entries = new Map<string, FakeDirectory | FakeFile>();
  readonly name: string;
  /** What may be written in all before the storage is full. */
  readonly space: { left: number };

  constructor(name: string, space = { left: Number.POSITIVE_INFINITY }) {
    this.name = name;
    this.space = space;
  }

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FakeDirectory> {
    const found = this.entries.get(name) ?? (create ? new FakeDirectory(name, this.space) : undefined);
    if (!found) throw new DOMException(name, 'NotFoundError');
    if (found.kind === 'file') throw new DOMException(name, 'TypeMismatchError');
    this.entries.set(name, found);
    return found;
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<FakeFile> {
    const found = this.entries.get(name) ?? (create ? new FakeFile(name, this.space) : undefined);
    if (!found) throw new DOMException(name, 'NotFoundError');
    if (found.kind === 'directory') throw new DOMException(name, 'TypeMismatchError');
    this.entries.set(name, found);
    return found;
  }

  async removeEntry(name: string): Promise<void> {
    if (!this.entries.delete(name)) throw new DOMException(name, 'NotFoundError');
  }

  async *values(): AsyncGenerator<FakeDirectory | FakeFile> {
    yield* Array.from(this.entries.values());
  }

  async *keys(): AsyncGenerator<string> {
    yield* Array.from(this.entries.keys());
  }
}

class FakeFile {
  readonly kind = 'file';
  readonly name: string;
  readonly #space: { left: number };
  #content = new Blob([]);

  constructor(name: string, space: { left: number }) {
    this.name = name;
    this.#space = space;
  }

  async getFile(): Promise<File> {
    return new File([this.#content], this.name, { type: 'text/plain', lastModified: 1_700_000_000_000 });
  }

  /** What is written counts when it is closed, as in the browser. */
  async createWritable() {
    const pieces: BlobPart[] = [];
    const space = this.#space;
    return {
      async write(piece: Blob | Uint8Array<ArrayBuffer>): Promise<void> {
        const size = piece instanceof Uint8Array ? piece.length : piece.size;
        if (size > space.left) throw new DOMException('full', 'QuotaExceededError');
        space.left -= size;
        pieces.push(piece);
      },
      close: async () => void (this.#content = new Blob(pieces)),
      abort: async () => undefined,
    };
  }
}
