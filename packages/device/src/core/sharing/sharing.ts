import { noticeVersion, type Capability, type GatewayFrame, type Grants, type SharingHours } from '@fairwatch/contract';
import type { OwnGrants } from './grants.ts';
import type { OwnNotice } from './own-notice.ts';
import type { PendingDecision } from './pending-decisions.ts';
import type { RequestQueue } from './request-queue.ts';

type Frame<Type extends GatewayFrame['type']> = Extract<GatewayFrame, { type: Type }>;
type SharingRequest =
  | Exclude<PendingDecision, { type: 'leave' | 'push-subscription' }>
  | { type: 'consent-decline'; requestId: number };

interface SharingOptions {
  grants: OwnGrants;
  requests: RequestQueue;
  notice: OwnNotice;
  /** Called when less may be shared than before. */
  onNarrowed(): void;
  /** Called when the server has confirmed a change. */
  onConfirmed(): void;
}

/** What the person decides about sharing. A decision takes effect on the device at once; the server is told once it is connected. */
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

  /** Stops all sharing on this device, whatever the server knows. */
  stop(): void {
    this.#options.grants.pause();
    this.#options.onNarrowed();
  }

  /** Applies what the server has stored, when the device has connected. In doubt less is shared. */
  welcomed(frame: Frame<'welcome'>): void {
    this.#options.grants.narrow(frame);
    this.#applyHours(frame.hours);
    this.#options.onNarrowed();
  }

  /** Narrows the grants to these: those of kinds that the installation no longer uses end, and have to be granted again if they come back. */
  narrowed(capabilities: readonly string[]): void {
    this.#options.grants.narrow({ capabilities, paused: false });
    this.#options.onNarrowed();
  }

  /** Sends the decision to the server and applies its answer. */
  async ask(request: SharingRequest): Promise<Grants> {
    const { grants, requests, onConfirmed } = this.#options;
    const answer = await requests.ask(request, 'grants');
    // A later decision that the server has not received yet stays in effect.
    if (!requests.open.some(({ type }) => type !== 'log-request' && type !== 'archive-request')) grants.confirm(answer);
    else grants.narrow(answer);
    onConfirmed();
    this.#applyHours(answer.hours);
    return this.now;
  }

  /** Applies the hours that the server has stored, unless the person has set others that it has not received yet. */
  #applyHours(hours: SharingHours | null | undefined): void {
    const { grants, requests } = this.#options;
    const isPending = requests.open.some(({ type }) => type === 'hours');
    if (hours !== undefined && !isPending) grants.setHours(hours);
  }
}
