import {
  capabilityNames,
  groundNotStated,
  noticeHash,
  noticeLanguage,
  type Capability,
  type Ground,
  type NoticeLanguage,
} from '@fairwatch/contract';

interface OwnNoticeOptions {
  ground?: Ground;
  onGround?: (ground: Ground) => void;
  language?: NoticeLanguage;
  onReadNotice?: (version: number) => void;
  /** The kinds of data that the server used last; all when left out. */
  usedKinds?: readonly Capability[];
  onUsedKinds?: (usedKinds: readonly Capability[]) => void;
}

/**
 * The notice of this device. Its text follows from the ground on which the device is supervised, and from the kinds of data that the server
 * uses; the person agrees to its hash.
 */
export class OwnNotice {
  /** The language in which the person reads the notice. */
  readonly language: NoticeLanguage;
  readonly #options: OwnNoticeOptions;
  #ground: Ground;
  #usedKinds: readonly Capability[];
  #readNotice = 0;
  /** Computed at the start, so that a decision of the person can be stored synchronously. */
  #hash: string | undefined;
  /** Shared by all callers that wait for it, so that their changes keep their order. */
  #hashing: Promise<string> | undefined;

  constructor(options: OwnNoticeOptions) {
    this.#options = options;
    this.language = options.language ?? noticeLanguage;
    this.#ground = options.ground ?? groundNotStated;
    this.#usedKinds = options.usedKinds ?? capabilityNames;
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
    this.#options.onReadNotice?.(version);
  }

  /** The hash of the notice. Not a promise once it is known, so that the caller need not wait. */
  hash(): string | Promise<string> {
    return this.#hash ?? this.#compute();
  }

  /** Switches to the notice of another ground, to which the person agrees from now on. */
  async supervisedOn(ground: Ground): Promise<void> {
    if (JSON.stringify(ground) === JSON.stringify(this.#ground)) return;
    this.#ground = ground;
    this.#options.onGround?.(ground);
    await this.#learnAnew();
  }

  /** Takes the kinds of data that the server uses. A server that does not tell them uses all; a kind that this client does not know is left out. */
  async uses(told: readonly string[] | undefined): Promise<void> {
    const usedKinds = told === undefined ? capabilityNames : capabilityNames.filter((name) => told.includes(name));
    if (usedKinds.join() === this.#usedKinds.join()) return;
    this.#usedKinds = usedKinds;
    this.#options.onUsedKinds?.(usedKinds);
    await this.#learnAnew();
  }

  async #learnAnew(): Promise<void> {
    this.#hash = undefined;
    this.#hashing = undefined;
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
    this.#hashing ??= noticeHash(this.#ground, this.language, this.#usedKinds);
    return this.#hashing;
  }
}
