import { groundNotStated, noticeHash, noticeLanguage, type Ground, type NoticeLanguage } from '@fairwatch/contract';

/** The words of the notice follow from the ground on which the device is supervised; the person agrees to their hash. */
export class OwnNotice {
  /** The language in which the person reads the notice. */
  readonly language: NoticeLanguage;
  readonly #onGround: ((ground: Ground) => void) | undefined;
  #ground: Ground;
  /** Known soon after the start: what the person decides is then kept before anything else happens. */
  #hash: string | undefined;
  /** One for all who wait for it, so that changes keep their order. */
  #hashing: Promise<string> | undefined;

  constructor(
    ground: Ground | undefined,
    onGround: ((ground: Ground) => void) | undefined,
    language: NoticeLanguage = noticeLanguage,
  ) {
    this.language = language;
    this.#ground = ground ?? groundNotStated;
    this.#onGround = onGround;
    void this.#learn();
  }

  get ground(): Ground {
    return this.#ground;
  }

  /** The hash of the notice. Not a promise once it is known, so that nothing comes in between. */
  hash(): string | Promise<string> {
    return this.#hash ?? this.#compute();
  }

  /** What the person agrees to from now on is the notice of this ground. */
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
      // Whoever changes what is shared is told.
    }
  }

  #compute(): Promise<string> {
    this.#hashing ??= noticeHash(this.#ground, this.language);
    return this.#hashing;
  }
}
