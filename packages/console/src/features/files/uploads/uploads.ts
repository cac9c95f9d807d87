import { errorText, isFileName, limits } from '@fairwatch/contract';
import { textOfError } from '../../../core/api/api-error.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { createExternalStore } from '../../../core/state/external-store.ts';
import { onSessionEnd } from '../../../core/session/end-session.ts';
import { deliver } from './deliver.ts';
import type { ChosenFile } from './dropped-files.ts';
import { hashFile } from '../../../core/uploads/hash-file.ts';
import { createMeter } from './meter.ts';
import { failureText } from '../run-command.ts';
import { sendUpload } from './send-upload.ts';
import { isBusy, isOpen, type Delivery, type UploadBundle, type UploadItem } from './upload-types.ts';

interface Source {
  file: File;
  /** Kept for retries, which then need not read the whole file again. */
  sha256: string | null;
}

const megabyte = 1024 * 1024;

/** Why a file cannot be uploaded, as far as the console can tell by name and size; null when it can. */
function validateFile({ name, size }: File): string | null {
  if (!isFileName(name)) return i18n.t('files:upload.badName');
  const { uploadMaxBytes } = limits.file;
  return size > uploadMaxBytes ? errorText('file_too_large', { size: uploadMaxBytes / megabyte }) : null;
}

/**
 * The upload queue of this browser tab, for all devices. Files are uploaded one at a time. The queue belongs to the tab,
 * not to the page, so uploads continue while the admin looks at other pages.
 */
export class Uploads {
  readonly store = createExternalStore<readonly UploadBundle[]>([]);
  readonly #sources = new Map<number, Source>();
  readonly #deliveries = new Map<number, AbortController>();
  #running: { id: number; abort: AbortController } | null = null;
  #lastId = 0;

  add(deviceId: number, folder: string, chosen: readonly ChosenFile[]): void {
    const items = chosen.map(({ file, subfolder }) =>
      this.#itemOf(file, [folder, subfolder].filter(Boolean).join('/')),
    );
    if (items.length === 0) return;
    this.#set([...this.#bundles, { id: this.#nextId(), deviceId, items, delivery: { state: 'uploading' } }]);
    this.#runNext();
  }

  pause(id: number): void {
    this.#change(id, { state: 'paused', rate: null });
    this.#stop(id);
  }

  /** Continues a paused upload, or retries a failed one. */
  resume(id: number): void {
    const source = this.#sources.get(id);
    const problem = source ? validateFile(source.file) : null;
    this.#change(id, { state: problem === null ? 'waiting' : 'failed', problem, rate: null });
    this.#runNext();
  }

  cancel(id: number): void {
    this.#set(
      this.#bundles
        .map((bundle) => ({ ...bundle, items: bundle.items.filter((item) => item.id !== id) }))
        .filter(({ items }) => items.length > 0),
    );
    this.#sources.delete(id);
    this.#stop(id);
    this.#runNext();
  }

  /** Retries the delivery of the files that the device does not have yet. */
  deliverAgain(bundleId: number): void {
    this.#changeBundle(bundleId, { delivery: { state: 'uploading' } });
    this.#runNext();
  }

  /** Removes the finished and failed bundles of a device from the list. */
  clearDone(deviceId: number): void {
    const finished = this.#bundles.filter(
      (bundle) => bundle.deviceId === deviceId && !isBusy(bundle) && bundle.delivery.state !== 'requested',
    );
    for (const { id } of finished.flatMap(({ items }) => items)) this.#sources.delete(id);
    this.#set(this.#bundles.filter((bundle) => !finished.includes(bundle)));
  }

  clear(): void {
    this.#set([]);
    this.#sources.clear();
    this.#running?.abort.abort();
    for (const abort of this.#deliveries.values()) abort.abort();
    this.#deliveries.clear();
  }

  get #bundles(): readonly UploadBundle[] {
    return this.store.get();
  }

  #set(bundles: readonly UploadBundle[]): void {
    this.store.set(bundles);
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #itemOf(file: File, folder: string): UploadItem {
    const id = this.#nextId();
    const problem = validateFile(file);
    this.#sources.set(id, { file, sha256: null });
    const state = problem === null ? 'waiting' : 'failed';
    const { name, size } = file;
    return { id, name, folder, size, state, done: 0, rate: null, problem, stored: null, delivered: false };
  }

  #change(id: number, change: Partial<UploadItem>): void {
    this.#set(
      this.#bundles.map((bundle) => ({
        ...bundle,
        items: bundle.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
      })),
    );
  }

  #changeBundle(id: number, change: Partial<UploadBundle>): void {
    this.#set(this.#bundles.map((bundle) => (bundle.id === id ? { ...bundle, ...change } : bundle)));
  }

  #stop(id: number): void {
    if (this.#running?.id === id) this.#running.abort.abort();
  }

  /** Uploads the next waiting file, and delivers the bundles that are complete. */
  #runNext(): void {
    for (const bundle of this.#bundles) this.#deliverIfComplete(bundle);
    if (this.#running !== null) return;
    const bundle = this.#bundles.find(({ items }) => items.some(({ state }) => state === 'waiting'));
    const item = bundle?.items.find(({ state }) => state === 'waiting');
    if (bundle && item) void this.#run(bundle.deviceId, item);
  }

  async #run(deviceId: number, { id, name }: UploadItem): Promise<void> {
    const source = this.#sources.get(id);
    if (!source) return;
    const abort = new AbortController();
    this.#running = { id, abort };
    try {
      await this.#upload(deviceId, id, name, source, abort.signal);
    } catch (error) {
      // After an abort the item is already shown as paused, or removed.
      if (!abort.signal.aborted) this.#change(id, { state: 'failed', problem: textOfError(error), rate: null });
    } finally {
      this.#running = null;
      this.#runNext();
    }
  }

  async #upload(deviceId: number, id: number, name: string, source: Source, signal: AbortSignal): Promise<void> {
    const { file } = source;
    if (source.sha256 === null) {
      this.#change(id, { state: 'reading', done: 0 });
      source.sha256 = await hashFile(file, signal, (done) => signal.aborted || this.#change(id, { done }));
    }
    const meter = createMeter();
    this.#change(id, { state: 'sending', done: 0 });
    const stored = await sendUpload({ deviceId, name, file, sha256: source.sha256 }, signal, {
      sent: (done) => {
        if (signal.aborted) return;
        meter.record(done, performance.now());
        this.#change(id, { state: 'sending', done, rate: meter.rate(file.size) });
      },
      offline: () => this.#change(id, { state: 'offline', rate: null }),
    });
    this.#change(id, { state: 'stored', done: file.size, rate: null, stored });
    this.#sources.delete(id);
  }

  #deliverIfComplete({ id, deviceId, items, delivery }: UploadBundle): void {
    const ready = items.filter(({ state, delivered }) => state === 'stored' && !delivered);
    const isBlocked = delivery.state === 'failed' || this.#deliveries.has(id);
    if (isBlocked || ready.length === 0 || items.some(isOpen)) return;
    void this.#deliver(id, deviceId, ready);
  }

  async #deliver(id: number, deviceId: number, items: readonly UploadItem[]): Promise<void> {
    const abort = new AbortController();
    this.#deliveries.set(id, abort);
    const setDelivery = (delivery: Delivery) => this.#changeBundle(id, { delivery });
    try {
      const unfinished = await deliver(deviceId, items, {
        signal: abort.signal,
        onChange: (command) => setDelivery(command === null ? { state: 'busy' } : { state: 'requested', command }),
        onDelivered: (delivered) => {
          for (const item of delivered) this.#change(item.id, { delivered: true });
        },
      });
      setDelivery(unfinished === null ? { state: 'done' } : { state: 'failed', problem: failureText(unfinished) });
    } catch (error) {
      setDelivery({ state: 'failed', problem: textOfError(error) });
    } finally {
      this.#deliveries.delete(id);
      this.#runNext();
    }
  }
}

export const uploads = new Uploads();

// The next account that signs in at this browser must not send these files.
onSessionEnd(() => uploads.clear());

addEventListener('beforeunload', (event) => {
  if (uploads.store.get().some(isBusy)) event.preventDefault();
});
