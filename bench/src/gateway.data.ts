import type { Client } from 'pg';

/** How many commands ended, and how many of them lack a step or their line in the log. */
export async function countCommands(client: Client): Promise<{ done: number; incomplete: number }> {
  const { rows } = await client.query<{ done: string; incomplete: string }>(
    `select count(*) filter (where step = 'DONE') as done,
       count(*) filter (where step <> 'DONE' or sent_at is null or running_at is null or finished_at is null
         or not exists (select from audit_entries a where a.device_id = c.device_id and a.action = 'COMMAND'
           and (a.details->>'commandId')::bigint = c.id)) as incomplete
     from commands c`,
  );
  return { done: Number(rows[0]?.done), incomplete: Number(rows[0]?.incomplete) };
}
