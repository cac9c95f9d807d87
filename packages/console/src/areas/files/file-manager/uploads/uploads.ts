import { isFileName, limits, receiveFiles, type Run } from '@fairwatch/contract';
import { serverErrorText } from '../../../../core/api/server-error-text.ts';
import { textOfError } from '../../../../core/api/api-error.ts';
import { createClientId } from '../../../../core/api/client-id.ts';
import { admitCalls } from '../../../../core/api/device-gate.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';
import { createExternalStore } from '../../../../core/state/external-store.ts';
import { onSessionEnd } from '../../../../core/session/end-session.ts';
import { isComplete } from '../../../../shared/run-progress/run-progress.ts';
import { findProblems, problemText, watchRun } from '../../../../shared/run-progress/watch-run.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { batchesOf, findDelivery, repeated, withRuns, type DeliveryBatch } from './deliver.ts';
import type { ChosenFile } from './dropped-files.ts';
import { hashFile } from '../../../../core/uploads/hash-file.ts';
import { createMeter } from './meter.ts';
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
  return size > uploadMaxBytes ? serverErrorText('file_too_large', { size: uploadMaxBytes / megabyte }) : null;
}

/**
 * The upload queue of this browser tab, for all devices. Files are uploaded one at a time. The queue belongs to the tab,
 * not to the page, so uploads continue while the admin looks at other pages. The server delivers each file as soon as it has all of it;
 * the tab only shows how far that is.
 */
export class Uploads {
  readonly store = createExternalStore<readonly UploadBundle[]>([]);
  readonly #sources = new Map<number, Source>();
  readonly #deliveries = new Map<number, AbortController>();
  /** What is still to be delivered of each bundle: what the server has not confirmed, and what a run did not bring to the device. */
  readonly #undelivered = new Map<number, DeliveryBatch[]>();
  #running: { id: number; abort: AbortController } | null = null;
  #lastId = 0;

  add(deviceId: number, folder: string, chosen: readonly ChosenFile[]): void {
    const items = withRuns(
      chosen.map(({ file, subfolder }) => this.#itemOf(file, [folder, subfolder].filter(Boolean).join('/'))),
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
    const before = this.#bundles.flatMap(({ items }) => items).find((item) => item.id === id);
    // The run of its bundle may have ended without it.
    if (before?.state === 'failed') this.#change(id, { deliverRun: createClientId() });
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
    this.#undelivered.clear();
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
    return {
      id,
      name,
      folder,
      deliverRun: '',
      size,
      state,
      done: 0,
      rate: null,
      problem,
      stored: null,
      delivered: false,
    };
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

  /** Uploads the next waiting file, and follows the delivery of the bundles that are complete. */
  #runNext(): void {
    for (const bundle of this.#bundles) this.#followIfComplete(bundle);
    if (this.#running !== null) return;
    const bundle = this.#bundles.find(({ items }) => items.some(({ state }) => state === 'waiting'));
    const item = bundle?.items.find(({ state }) => state === 'waiting');
    if (bundle && item) void this.#run(bundle.deviceId, item);
  }

  async #run(deviceId: number, item: UploadItem): Promise<void> {
    const { id } = item;
    const source = this.#sources.get(id);
    if (!source) return;
    const abort = new AbortController();
    this.#running = { id, abort };
    try {
      await this.#upload(deviceId, item, source, abort.signal);
    } catch (error) {
      // After an abort the item is already shown as paused, or removed.
      if (!abort.signal.aborted) this.#change(id, { state: 'failed', problem: textOfError(error), rate: null });
    } finally {
      this.#running = null;
      this.#runNext();
    }
  }

  async #upload(deviceId: number, item: UploadItem, source: Source, signal: AbortSignal): Promise<void> {
    const { file } = source;
    const { id, name, folder, deliverRun: run } = item;
    // The server delivers by itself, so the reason that the owner's policy wants is asked before anything is sent.
    await admitCalls([{ endpoint: receiveFiles, input: { deviceId }, signal }]);
    signal.throwIfAborted();
    if (source.sha256 === null) {
      this.#change(id, { state: 'reading', done: 0 });
      source.sha256 = await hashFile(file, signal, (done) => signal.aborted || this.#change(id, { done }));
    }
    const meter = createMeter();
    this.#change(id, { state: 'sending', done: 0 });
    const stored = await sendUpload({ deviceId, name, file, sha256: source.sha256, deliver: { folder, run } }, signal, {
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

  #followIfComplete({ id, deviceId, items, delivery }: UploadBundle): void {
    const ready = items.filter(({ state, delivered }) => state === 'stored' && !delivered);
    const isBlocked = delivery.state === 'failed' || this.#deliveries.has(id);
    if (isBlocked || ready.length === 0 || items.some(isOpen)) return;
    void this.#follow(id, deviceId, ready);
  }

  async #follow(id: number, deviceId: number, items: readonly UploadItem[]): Promise<void> {
    const abort = new AbortController();
    this.#deliveries.set(id, abort);
    const setDelivery = (delivery: Delivery) => this.#changeBundle(id, { delivery });
    setDelivery({ state: 'starting' });
    try {
      const started = await this.#findDeliveries(id, deviceId, items);
      const runs = new Map(started.map(({ run }) => [run.id, run]));
      const follow = async ({ run, batch }: StartedDelivery) => {
        const ended = await watchRun(run.id, abort.signal, (changed) => {
          runs.set(run.id, changed);
          setDelivery({ state: 'requested', runs: [...runs.values()] });
        });
        void refetchChanged('files', deviceId);
        if (isComplete(ended)) for (const item of batch.items) this.#change(item.id, { delivered: true });
        return ended;
      };
      const ended = await Promise.all(started.map(follow));
      const incomplete = started.flatMap(({ batch }, index) => {
        const run = ended[index];
        return run === undefined || isComplete(run) ? [] : [{ batch, run }];
      });
      if (incomplete.length > 0) {
        this.#undelivered.set(
          id,
          incomplete.map(({ batch, run }) => repeated(batch, run)),
        );
      }
      setDelivery(await outcomeOf(incomplete.map(({ run }) => run)));
    } catch (error) {
      if (!abort.signal.aborted) setDelivery({ state: 'failed', problem: textOfError(error) });
    } finally {
      this.#deliveries.delete(id);
      this.#runNext();
    }
  }

  /** Finds the runs of the files, and repeats those that a device did not finish. */
  async #findDeliveries(id: number, deviceId: number, items: readonly UploadItem[]): Promise<StartedDelivery[]> {
    const known = this.#undelivered.get(id) ?? [];
    const isKnown = (item: UploadItem) => known.some((batch) => batch.items.some((each) => each.id === item.id));
    const batches = [...known, ...batchesOf(items.filter((item) => !isKnown(item)))];
    this.#undelivered.set(id, batches);
    const started: StartedDelivery[] = [];
    for (const batch of batches) started.push({ batch, run: await findDelivery(deviceId, batch) });
    this.#undelivered.delete(id);
    return started;
  }
}

interface StartedDelivery {
  batch: DeliveryBatch;
  run: Run;
}

/** Whether everything is on the device, or the first problem of the runs that are incomplete. */
async function outcomeOf([incomplete]: readonly Run[]): Promise<Delivery> {
  if (incomplete === undefined) return { state: 'done' };
  const [problem] = await findProblems(incomplete.id);
  return { state: 'failed', problem: problem ? problemText(problem) : i18n.t('files:deliver.cancelled') };
}

export const uploads = new Uploads();

// The next account that signs in at this browser must not send these files.
onSessionEnd(() => uploads.clear());

addEventListener('beforeunload', (event) => {
  if (uploads.store.get().some(isBusy)) event.preventDefault();
});
