import { z } from 'zod/mini';
import type { Capability, Told } from '../core/access/capabilities.ts';
import { limits } from '../core/limits.ts';
import type { Access } from '../core/access/permissions.ts';
import type { ErrorCode } from '../core/http/errors.ts';
import type { CommandType } from './command.ts';
import type { ChangedFeature } from './console-socket.ts';
import type { Log } from './log/log-line.ts';

type Schema = z.ZodMiniType;

/** The path prefix of the console's API. */
export const apiPrefix = '/admin/v1/api/';

/** How a call uses a device: the server checks scope and consent by it, and writes the audit log. */
export interface DeviceUse {
  /** What the device's person must have granted; null for facts about the device itself. */
  capability: Capability | null;
  action: 'READ' | 'COMMAND';
  /** Set for a read that tells what is the case at this moment. Like a command, it is refused outside of the person's hours. */
  live?: true;
}

/** A call that carries a file: a form (multipart/form-data) with the input's fields first and one file after them. */
export interface FormBody {
  /** The name of the part that is the file. */
  file: string;
  /** How large that part may be. */
  maxBytes: number;
}

export interface Endpoint<
  Input extends Schema = Schema,
  Output extends Schema = Schema,
  Asks extends Access = Access,
  Paged extends boolean = boolean,
> {
  method: 'GET' | 'POST';
  /** From the root of the server. Also the endpoint's identity: in query keys, audit entries and the API page. */
  path: string;
  access: Asks;
  summary: string;
  input: Input;
  output: Output;
  /** The answer has `meta.pagination`. */
  paged: Paged;
  /** Set when the input names a device by `deviceId`. */
  device: DeviceUse | null;
  /**
   * What the answer tells about people of devices, directly or by a detour such as a count; empty for nothing. The server asks the
   * disclosure policy for each of these before it answers, and a test tries that for every call.
   */
  tells: readonly Told[];
  /** What the answer says about the person of a device, for docs/personal-data.md; null when it says nothing. */
  answers: string | null;
  /** The line that the log of each device concerned gets, or the reason why there is none. */
  log: Log<Input, Output, Paged>;
  /** The changes after which a cached answer is stale. */
  staleBy: readonly ChangedFeature[];
  /** The commands that it gives to the device. */
  commands: readonly CommandType[];
  /**
   * The maximum size of the JSON, or of all form fields together. A larger body is refused before it is read. A test compares it with
   * the largest input that the schema accepts.
   */
  maxBodyBytes: number;
  /**
   * The errors that only this call and its like answer with. Those of every session, input and device follow from the other fields:
   * `errorsOf` has them all. A test fails when a call answers with another one.
   */
  errors: readonly ErrorCode[];
  /** Set when the input travels as a form with a file; else it is JSON. */
  form?: FormBody;
  /** The answer is the bytes of a file instead of an envelope. Errors are still sent in an envelope. */
  answersBytes?: true;
  /** A small answer beside what the visitor came for, such as a number in the sidebar: a console asks for several at once (`batchPath`). */
  canWait?: true;
}

type EndpointDefinition<
  Input extends Schema,
  Output extends Schema,
  Asks extends Access,
  Paged extends boolean,
> = EndpointFields<Input, Output, Asks, Paged> & Disclosed;

/** A call about one kind of data tells that kind; every other one declares what it tells. Whatever tells something says in words what. */
type Disclosed =
  | { device: DeviceUse & { capability: Capability }; tells?: readonly Told[]; answers: string }
  | { device?: DeviceUse & { capability: null }; tells: readonly Told[]; answers: string }
  | { device?: DeviceUse & { capability: null }; tells: readonly [] };

interface EndpointFields<Input extends Schema, Output extends Schema, Asks extends Access, Paged extends boolean> {
  /** After the API prefix; calls that need a session get `authenticated/` before it. */
  path: string;
  access: Asks;
  summary: string;
  input: Input;
  output: Output;
  paged?: Paged;
  log: Log<Input, Output, Paged>;
  staleBy?: readonly ChangedFeature[];
  commands?: readonly CommandType[];
  /** The default is `publicBytes` for public calls and `smallBytes` for all others. */
  maxBodyBytes?: number;
  errors?: readonly ErrorCode[];
  canWait?: true;
}

/** Declares one call: the server routes it, the console calls it, the API page shows it. */
export function endpoint<
  Input extends Schema,
  Output extends Schema,
  const Asks extends Access,
  const Paged extends boolean = false,
>(definition: EndpointDefinition<Input, Output, Asks, Paged>): Endpoint<Input, Output, Asks, Paged> {
  const isPublic = definition.access === 'public';
  const { publicBytes, smallBytes } = limits.request;
  return {
    ...definition,
    method: 'POST',
    path: isPublic ? `${apiPrefix}${definition.path}` : sessionPath(definition.path),
    paged: (definition.paged ?? false) as Paged,
    device: definition.device ?? null,
    tells: toldBy(definition),
    answers: 'answers' in definition ? definition.answers : null,
    staleBy: definition.staleBy ?? [],
    commands: definition.commands ?? [],
    maxBodyBytes: definition.maxBodyBytes ?? (isPublic ? publicBytes : smallBytes),
    errors: definition.errors ?? [],
  };
}

/** The whole path of a call that needs a session. */
export function sessionPath(path: string): string {
  return `${apiPrefix}authenticated/${path}`;
}

function toldBy({ device, tells }: Disclosed): readonly Told[] {
  return tells ?? (device?.capability ? [device.capability] : []);
}

/** Declares a call whose input travels as a form with a file. */
export function formEndpoint<Input extends Schema, Output extends Schema, const Asks extends Access>(
  definition: EndpointDefinition<Input, Output, Asks, false> & { form: FormBody },
): Endpoint<Input, Output, Asks, false> & { form: FormBody } {
  return { ...endpoint(definition), form: definition.form };
}

/** Declares a call that is answered with the bytes of a file. */
export function bytesEndpoint<Input extends Schema, const Asks extends Access>(
  definition: Omit<EndpointFields<Input, Schema, Asks, false>, 'output'> & Disclosed,
): Endpoint<Input, Schema, Asks, false> & { answersBytes: true } {
  return { ...endpoint({ ...definition, output: z.unknown() }), answersBytes: true };
}

/** What the caller sends. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What the handler receives: defaults are filled in. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** What the caller gets. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
