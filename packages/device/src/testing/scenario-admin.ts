import {
  noticeHash,
  noticeLanguage,
  noticeVersion,
  savePasscodes,
  uploadChunk,
  type Capability,
  type CdnFile,
  type Command,
  type Endpoint,
  type Envelope,
  type InputOf,
  type OutputOf,
} from '@fairwatch/contract';
import { join } from '../core/join.ts';
import { openBytes } from '../core/files/open-file.ts';

export const scenarioFacts = {
  name: 'Phone of a scenario',
  model: 'Pixel 9',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};

/** Polls until `look` does not throw any more; after the timeout it throws the last error. */
export async function until<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Throws unless the two are the same as JSON. */
export function expectSame(actual: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`Expected ${right}, but it is ${left}.`);
}

/** The admin's side of a scenario: calls the API by HTTP, from a test or from a page. */
export class ScenarioAdmin {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Calls an endpoint; throws the text of a refusal. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    return await this.#send(endpoint, JSON.stringify(input), { 'content-type': 'application/json' });
  }

  /** Lets a device join that shares these capabilities. */
  async join(...capabilities: Capability[]) {
    const [passcode] = await this.call(savePasscodes, { count: 1 });
    const username = `scenario-${crypto.randomUUID().slice(0, 13)}`;
    return await join(this.#url, {
      passcode: passcode?.otpCode ?? '',
      deviceUniqueUUID: crypto.randomUUID(),
      person: { username, email: `${username}@example.org` },
      facts: scenarioFacts,
      consent: { noticeVersion, noticeHash: await noticeHash(), language: noticeLanguage, capabilities },
    });
  }

  /** Waits for the latest command of a history to end so. */
  async ended<E extends Endpoint>(history: E, deviceId: number, step: Command['stepType']): Promise<Command> {
    return await until(async () => {
      const [command] = (await this.call(history, { deviceId, pageSize: 1 } as InputOf<E>)) as Command[];
      if (command?.stepType !== step) throw new Error(`It is ${command?.stepType}: ${command?.errorDetails}`);
      return command;
    });
  }

  /** Stores a file for a device. */
  async store(deviceId: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<CdnFile> {
    const { size, sha256 } = await openBytes(bytes);
    const form = new FormData();
    for (const [field, value] of Object.entries({ deviceId, name, sha256, size, offset: 0 })) {
      form.set(field, String(value));
    }
    form.set(uploadChunk.form.file, new Blob([bytes]), 'blob');
    const { file } = await this.#send(uploadChunk, form, {});
    if (!file) throw new Error('The file is larger than a chunk.');
    return file;
  }

  async #send<E extends Endpoint>(
    { method, path }: E,
    body: string | FormData,
    headers: Record<string, string>,
  ): Promise<OutputOf<E>> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
      body,
    });
    const { data, meta } = (await response.json()) as Envelope<OutputOf<E>>;
    if (meta.has_error) throw new Error(meta.message[0]?.text.client ?? response.statusText);
    return data;
  }
}
