import { enrol, type Envelope, type ErrorCode, type InputOf, type OutputOf } from '@fairwatch/contract';

export type JoinRequest = InputOf<typeof enrol>;
export type Joined = OutputOf<typeof enrol>;

/** The server's answer to a device that may not join, with its reason. */
export class JoinRefused extends Error {
  readonly code: ErrorCode | undefined;

  constructor(text: string, code: ErrorCode | undefined) {
    super(text);
    this.name = 'JoinRefused';
    this.code = code;
  }
}

/** Joins with a one-time passcode and what the person agreed to share. The answer holds the device's own token. */
export async function join(serverUrl: string, request: JoinRequest): Promise<Joined> {
  const response = await fetch(new URL(enrol.path, serverUrl), {
    method: enrol.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const { data, meta } = (await response.json()) as Envelope<unknown>;
  if (meta.has_error) {
    const [message] = meta.message;
    throw new JoinRefused(message?.text.client ?? response.statusText, message?.code as ErrorCode | undefined);
  }
  return enrol.output.parse(data);
}
