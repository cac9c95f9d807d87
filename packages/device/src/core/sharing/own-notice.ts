import { groundNotStated, noticeHash, noticeLanguage, type Ground, type NoticeLanguage } from '@fairwatch/contract';

/** The notice of this device. Its text follows from the ground on which the device is supervised; the person agrees to its hash. */
export class OwnNotice {
  /** The language in which the person reads the notice. */
  readonly language: NoticeLanguage;
  readonly #onGround: ((ground: Ground) => void) | undefined;
  readonly #onReadNotice: ((version: number) => void) | undefined;
  #ground: Ground;
  #readNotice = 0;
  /** Computed at the start, so that a decision of the person can be stored synchronously. */
  #hash: string | undefined;
  /** Shared by all callers that wait for it, so that their changes keep their order. */
  #hashing: Promise<string> | undefined;

  constructor(
    ground: Ground | undefined,
    onGround: ((ground: Ground) => void) | undefined,
    language: NoticeLanguage = noticeLanguage,
    onReadNotice?: (version: number) => void,
  ) {
    this.language = language;
    this.#onReadNotice = onReadNotice;
    this.#ground = ground ?? groundNotStated;
    this.#onGround = onGround;
    void this.#learn();
  }

  get ground(): Ground {
    return this.#ground;
  }

  /** The version that the person has agreed to last; 0 while the server has not told it. */
  get readNotice(): number {
    return this.#readNotice;
  }

  /** Takes the version from a frame; a server from before version 3 of the notice does not tell it. */
  agreedTo(version: number | undefined): void {
    if (version === undefined || version === this.#readNotice) return;
    this.#readNotice = version;
    this.#onReadNotice?.(version);
  }

  /** The hash of the notice. Not a promise once it is known, so that the caller need not wait. */
  hash(): string | Promise<string> {
    return this.#hash ?? this.#compute();
  }

  /** Switches to the notice of another ground, to which the person agrees from now on. */
  async supervisedOn(ground: Ground): Promise<void> {
    if (JSON.stringify(ground) === JSON.stringify(this.#ground)) return;
    this.#ground = ground;
    this.#hash = undefined;
    this.#hashing = undefined;
    this.#onGround?.(ground);
    await this.#learn();
  }

  async #learn(): Promise<void> {
    try {
      const hashing = this.#compute();
      const hash = await hashing;
      // A hash of an old ground is dropped: the ground may have changed while it was computed, and the notice's words with it.
      if (hashing === this.#hashing) this.#hash = hash;
    } catch {
      // `hash()` computes it again and reports the error to its caller.
    }
  }

  #compute(): Promise<string> {
    this.#hashing ??= noticeHash(this.#ground, this.language);
    return this.#hashing;
  }
}
