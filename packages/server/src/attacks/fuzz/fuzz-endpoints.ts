import { endpoints, type Endpoint } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { endCommands } from '../../testing/test-files.ts';
import type { TestAdmin } from '../../testing/test-server.ts';
import { broken } from './broken-input.ts';
import type { FuzzJob } from './fuzz-job.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { codeOf, judgeAnswer } from './judge-answer.ts';
import type { ReceivedAnswer } from './send-request.ts';
import { inputsOf } from './valid-input.ts';
import { formBodies, jsonBody, noInputs, toJson, type WireBody } from './wire-bodies.ts';

/** One job for each call of the contract: inputs of its own schema, the same broken, and what is no input at all. */
export function endpointJobs(world: FuzzWorld): FuzzJob[] {
  return endpoints.map((endpoint) => {
    const caller = createCaller(world, endpoint);
    return {
      name: endpoint.path,
      weight: hashesPasswords(endpoint) ? 0.3 : 1,
      inputs: endpoint.method === 'GET' ? queriesOf(endpoint) : bodiesOf(world, endpoint),
      send: async (input) => {
        const answer = await caller.call(input as WireBody | string);
        judgeAnswer(answer, endpoint);
        await caller.recover(answer);
        return String(answer.status);
      },
    };
  });
}

/** Whether a call compares or stores a password, which takes as long as a hundred others. */
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

/** So many answers that say "too many attempts" are taken before the counters are cleared: then calls get through again. */
const patience = 5;

/**
 * Who makes one call again and again. Inputs may end the caller's session, block the account or take its role, so a new
 * account takes over whenever that has happened. Each call has its own, for none to end another's.
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
      // A device has one open command at a time.
      if (answer.status === 200 && endpoint.device?.action === 'COMMAND') await endCommands(server, device);
      if (answer.status === 429 && (refusals += 1) % patience === 0) await sql`delete from attempt_limits`.execute(db);
    },
  };
}
