import type { DeviceClient } from '../core/device-client.ts';
import { fakeAttachment } from '../features/tickets/tickets.fake.ts';
import { troubles } from '../features/tickets/tickets.words.ts';
import type { PersonAct } from './past-acts.ts';
import type { PhonePlan } from './phone-plan.ts';

/** Lets the person of a phone do what they did on a past day. */
export async function actInPast(phone: DeviceClient, plan: PhonePlan, act: PersonAct): Promise<unknown> {
  const { tickets, ticketFiles } = phone;
  switch (act.kind) {
    case 'ask': {
      const { title, description, category, priority } = troubleOf(act.title);
      return (await tickets.open({ title, description, category, priority })).ticketId;
    }
    case 'reply':
      return await reply(phone, plan, act);
    case 'speak':
      await ticketFiles.attach(act.ticketId, await fakeAttachment('voice', plan.random(`voice/${act.ticketId}`)));
      return null;
    case 'set-status':
      await tickets.setStatus(act.ticketId, act.status);
      return null;
    case 'share-without':
      await phone.changeGrants(plan.granted.filter((name) => !act.without.includes(name)));
      return null;
    case 'pause':
      await phone.pause();
      return null;
    case 'resume':
      await phone.resume();
      return null;
    case 'read-log': {
      const { visits } = await phone.readVisits();
      const [latest] = visits;
      if (latest) await phone.readVisit(latest);
      return null;
    }
  }
}

type Reply = Extract<PersonAct, { kind: 'reply' }>;

async function reply({ tickets, ticketFiles }: DeviceClient, plan: PhonePlan, { ticketId, title }: Reply) {
  const trouble = troubleOf(title);
  const { messages } = await tickets.messages(ticketId);
  const answered = messages.find(({ sender }) => sender === 'ADMIN');
  if (answered) await tickets.read(ticketId, answered.id);
  const said = messages.filter(({ sender, kind }) => sender === 'USER' && kind === 'TEXT').length;
  const words = trouble.replies[said];
  if (words === undefined) return null;
  if (said === 0 && trouble.with) {
    await ticketFiles.attach(ticketId, await fakeAttachment(trouble.with, plan.random(`tickets/${ticketId}`)));
  }
  await tickets.reply(ticketId, words);
  return null;
}

function troubleOf(title: string) {
  const trouble = troubles.find((each) => each.title === title);
  if (!trouble) throw new Error(`Nobody has the trouble "${title}".`);
  return trouble;
}
