import {
  describePasscode,
  enrol,
  matchLanguage,
  sourceLanguage,
  textLanguage,
  type Envelope,
  type ErrorCode,
  type InputOf,
  type NoticeLanguage,
  type OutputOf,
} from '@fairwatch/contract';

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

/** What a person is told before they join. */
export type PasscodeDescription = OutputOf<typeof describePasscode>;

/** Asks what a passcode is for: the server, the admin, the ground, and the notice to show to the person. */
export async function askAboutPasscode(
  serverUrl: string,
  passcode: string,
  language: NoticeLanguage = sourceLanguage,
): Promise<PasscodeDescription> {
  return describePasscode.output.parse(await post(serverUrl, describePasscode, { passcode, language }));
}

/** Joins with a one-time passcode and what the person agreed to share. The answer contains the device's token. */
export async function join(serverUrl: string, request: JoinRequest): Promise<Joined> {
  return enrol.output.parse(await post(serverUrl, enrol, request));
}

/** Normalises a passcode that may be typed in any case, with spaces or dashes, or come from a link. */
export function readPasscode(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // An invalid percent-encoding is left as it is: the server refuses a wrong passcode.
  }
  return decoded.replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 50);
}

/** Picks the first of the person's languages in which there is a notice; English when there is none. */
export function noticeLanguageFor(languages: readonly string[]): NoticeLanguage {
  return matchLanguage(languages);
}

/** Calls the server without a token. */
export async function post(serverUrl: string, { method, path }: { method: string; path: string }, body: object) {
  const response = await fetch(new URL(path, serverUrl), {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': textLanguage() },
    body: JSON.stringify(body),
  });
  const { data, meta } = (await response.json()) as Envelope<unknown>;
  if (meta.has_error) {
    const [message] = meta.message;
    throw new JoinRefused(message?.text.client ?? response.statusText, message?.code as ErrorCode | undefined);
  }
  return data;
}
