import { capabilities, capabilityNames, defaultPolicies, type Capability, type Told } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Sampled } from '../../testing/samples/endpoint-inputs.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import { setUsedKinds } from '../../testing/set-used-kinds.ts';
import type { TestServer } from '../../testing/servers/test-server.ts';

/** A state in which an admin may not be told something. */
export interface Condition {
  name: string;
  /** It forbids only what is about this moment, or collects: what was collected before stays readable. */
  bindsLiveOnly?: true;
  /** Null when it does not concern this kind. */
  begin(told: Told): (() => Promise<void>) | null;
}

/** A week without an hour of sharing in it, whatever the day: the day before yesterday, for a quarter of an hour. */
function closedHours(): string {
  const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
  const day = days[(new Date().getUTCDay() + 5) % 7];
  return JSON.stringify({ timeZone: 'UTC', days: [{ day, from: '10:00', to: '10:15' }] });
}

const ofCapability = (begin: (capability: Capability) => Promise<void>) => (told: Told) =>
  told === 'DEVICE' ? null : () => begin(told);

/** Every state of the disclosure policy that forbids, for one admin and one device. `end` brings back the state in which all is told. */
export function conditionsOf(server: TestServer, { caller, device }: Sampled) {
  const { db } = server.services;
  const { deviceId } = device;
  const change = (set: ReturnType<typeof sql>) => async () => {
    await sql`update devices set ${set} where id = ${deviceId}`.execute(db);
  };

  const conditions: Condition[] = [
    {
      name: 'no permission',
      begin: (told) => async () => {
        // What is told about the device itself takes the permission of the call.
        const lost =
          told === 'DEVICE' ? sql`true` : sql`feature_permission = any(${capabilities[told].readBy}::text[])`;
        await sql`update feature_access set feature_access = 'NO_ACCESS' where user_id = ${caller.userId} and ${lost}`.execute(
          db,
        );
      },
    },
    {
      name: 'not in scope',
      begin: () => async () => {
        await sql`delete from device_assignments where user_id = ${caller.userId} and device_id = ${deviceId}`.execute(
          db,
        );
      },
    },
    {
      name: 'not shared',
      begin: ofCapability((capability) => change(sql`capabilities = array_remove(capabilities, ${capability})`)()),
    },
    {
      name: 'kind not used',
      begin: ofCapability((capability) =>
        setUsedKinds(
          server,
          capabilityNames.filter((each) => each !== capability),
        ),
      ),
    },
    { name: 'paused', begin: ofCapability(change(sql`paused_at = now()`)) },
    {
      name: 'hours closed',
      bindsLiveOnly: true,
      begin: ofCapability(change(sql`sharing_hours = ${closedHours()}::jsonb`)),
    },
    { name: 'notice hidden', bindsLiveOnly: true, begin: ofCapability(change(sql`notice_shown = false`)) },
    {
      name: 'reason required and missing',
      begin: ofCapability((capability) =>
        setPolicies(server, { [capability]: { reason: 'REQUIRED', approval: false } }),
      ),
    },
    {
      name: 'agreement required and missing',
      begin: ofCapability((capability) => setPolicies(server, { [capability]: { reason: 'NONE', approval: true } })),
    },
  ];

  async function end(): Promise<void> {
    await sql`update feature_access set feature_access = 'FULL_ACCESS' where user_id = ${caller.userId}`.execute(db);
    await sql`insert into device_assignments (user_id, device_id) values (${caller.userId}, ${deviceId})
      on conflict do nothing`.execute(db);
    await change(
      sql`capabilities = ${capabilityNames}::text[], paused_at = null, sharing_hours = null, notice_shown = true`,
    )();
    await setUsedKinds(server, capabilityNames);
    await setPolicies(server, defaultPolicies);
    await sql`delete from approvals where device_id = ${deviceId} and state = 'PENDING'`.execute(db);
  }
  return { conditions, end };
}
