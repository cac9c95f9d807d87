import { noticeVersion, type Capability, type GatewayFrame, type Grants, type SharingHours } from '@fairwatch/contract';
import type { OwnGrants } from './grants.ts';
import type { OwnNotice } from './own-notice.ts';
import type { UnsaidWish } from './unsaid.ts';
import type { Wishes } from './wishes.ts';

type Frame<Type extends GatewayFrame['type']> = Extract<GatewayFrame, { type: Type }>;
type SharingWish =
  | Exclude<UnsaidWish, { type: 'leave' | 'push-subscription' }>
  | { type: 'consent-decline'; requestId: number };

interface SharingOptions {
  grants: OwnGrants;
  wishes: Wishes;
  notice: OwnNotice;
  /** Called when less may be shared than before. */
  onNarrowed(): void;
  /** Called when the server has confirmed a change. */
  onConfirmed(): void;
}

/** What the person decides about sharing. It counts on the device at once, and the server is told as soon as it can be. */
export class Sharing {
  readonly #options: SharingOptions;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  get now(): Grants {
    const { capabilities, paused, hours } = this.#options.grants;
    return { capabilities, paused, hours };
  }

  async change(capabilities: readonly Capability[]): Promise<Grants> {
    const { grants, notice, onNarrowed } = this.#options;
    grants.keepOnly(capabilities);
    onNarrowed();
    const known = notice.hash();
    const noticeHash = typeof known === 'string' ? known : await known;
    const consent = { noticeVersion, noticeHash, language: notice.language, capabilities: [...capabilities] };
    return await this.ask({ type: 'consent', ...consent });
  }

  async pause(): Promise<Grants> {
    this.stop();
    return await this.ask({ type: 'pause' });
  }

  async setHours(hours: SharingHours | null): Promise<Grants> {
    this.#options.grants.setHours(hours);
    this.#options.onNarrowed();
    return await this.ask({ type: 'hours', hours });
  }

  /** Shares nothing from now on, by the device's own word. */
  stop(): void {
    this.#options.grants.pause();
    this.#options.onNarrowed();
  }

  /** The server's word when the device has connected. */
  welcomed(frame: Frame<'welcome'>): void {
    this.#options.grants.narrow(frame);
    this.#toldHours(frame.hours);
    this.#options.onNarrowed();
  }

  /** Tells the server what the person wants, and takes over its answer. */
  async ask(wish: SharingWish): Promise<Grants> {
    const { grants, wishes, onConfirmed } = this.#options;
    const answer = await wishes.ask(wish, 'grants');
    // A later change of mind that the server has not heard of yet stays.
    if (!wishes.open.some(({ type }) => type !== 'log-request' && type !== 'archive-request')) grants.confirm(answer);
    else grants.narrow(answer);
    onConfirmed();
    this.#toldHours(answer.hours);
    return this.now;
  }

  /** The server's word on the hours, unless the person has set others that it has not heard of. */
  #toldHours(hours: SharingHours | null | undefined): void {
    const { grants, wishes } = this.#options;
    const isUnsaid = wishes.open.some(({ type }) => type === 'hours');
    if (hours !== undefined && !isUnsaid) grants.setHours(hours);
  }
}
