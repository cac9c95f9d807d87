import { endpoints, type Endpoint } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { endCommands } from '../../testing/samples/test-files.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { broken } from './broken-input.ts';
import type { FuzzJob } from './fuzz-job.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { codeOf, checkAnswer } from './check-answer.ts';
import type { ReceivedAnswer } from './send-request.ts';
import { inputsOf } from './valid-input.ts';
import { formBodies, jsonBody, noInputs, toJson, type WireBody } from './wire-bodies.ts';

/** One job for each call of the contract: valid inputs, mutated inputs, and invalid bodies. */
export function endpointJobs(world: FuzzWorld): FuzzJob[] {
  return endpoints.map((endpoint) => {
    const caller = createCaller(world, endpoint);
    return {
      name: endpoint.path,
      weight: hashesPasswords(endpoint) ? 0.3 : 1,
      inputs: endpoint.method === 'GET' ? queriesOf(endpoint) : bodiesOf(world, endpoint),
      send: async (input) => {
        const answer = await caller.call(input as WireBody | string);
        checkAnswer(answer, endpoint);
        await caller.recover(answer);
        return String(answer.status);
      },
    };
  });
}

/** True for calls that hash a password, which are about a hundred times slower. */
function hashesPasswords({ input }: Endpoint): boolean {
  const { def } = input._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'object' && Object.keys(def.shape).some((field) => /password/i.test(field));
}

function queriesOf({ input }: Endpoint): fc.Arbitrary<string> {
  return broken(inputsOf(input)).map(
    (value) => `?a=${encodeURIComponent(toJson(value).toWellFormed()).slice(0, 2000)}`,
  );
}

function bodiesOf({ known, picture }: FuzzWorld, { input, form }: Endpoint): fc.Arbitrary<WireBody> {
  const valid = inputsOf(input, known);
  const inputs = fc.oneof({ weight: 4, arbitrary: valid }, { weight: 5, arbitrary: broken(valid) });
  const bodies = form
    ? inputs.chain((fields) => formBodies(fields, form.file, [picture.bytes, Buffer.from('text')]))
    : inputs.map(jsonBody);
  return fc.oneof({ weight: 9, arbitrary: bodies }, { weight: 1, arbitrary: noInputs });
}

/** After this many `too_many_attempts` errors the rate limits are cleared, so that calls get through again. */
const refusalsBeforeReset = 5;

/**
 * The caller of one endpoint. Inputs may end its session, block its account or change its role; then a new
 * account takes over. Each endpoint has its own caller, so that they do not affect each other.
 */
function createCaller({ server, sender, device }: FuzzWorld, endpoint: Endpoint) {
  const { db } = server.services;
  let account: TestAdmin | null = null;
  let refusals = 0;

  async function tokenOf(): Promise<string | null> {
    if (endpoint.access === 'public') return null;
    if (endpoint.access === 'device') return device.token;
    account ??= await server.createAdmin({ role: 'SUPER_ADMIN' });
    return account.token;
  }

  return {
    async call(input: WireBody | string): Promise<ReceivedAnswer> {
      const token = await tokenOf();
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const { method, path } = endpoint;
      if (typeof input === 'string') return await sender.send({ method, path: path + input, headers: authorization });
      const type: Record<string, string> = input.type === '' ? {} : { 'content-type': input.type };
      return await sender.send({ method, path, headers: { ...type, ...authorization }, body: input.bytes });
    },

    async recover(answer: ReceivedAnswer): Promise<void> {
      if (answer.status === 401 || codeOf(answer) === 'not_allowed') account = null;
      // A device can have only one open command.
      if (answer.status === 200 && endpoint.device?.action === 'COMMAND') await endCommands(server, device);
      if (answer.status === 429 && (refusals += 1) % refusalsBeforeReset === 0)
        await sql`delete from attempt_limits`.execute(db);
    },
  };
}
