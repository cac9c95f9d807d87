import type { DeviceClient } from '../../core/client/device-client.ts';
import { fakeAttachment } from '../../features/tickets/tickets.fake.ts';
import { troubles } from '../../features/tickets/tickets.words.ts';
import type { PersonAct } from './past-acts.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';

/** Carries out one action of a phone's person on a past day. */
export async function actInPast(phone: DeviceClient, plan: PhonePlan, act: PersonAct): Promise<unknown> {
  const { tickets, ticketFiles } = phone;
  switch (act.kind) {
    case 'ask': {
      const { title, description, category, priority } = findProblem(act.title);
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
      await phone.changeGrants(phone.grants.capabilities.filter((name) => !act.without.includes(name)));
      return null;
    case 'pause':
      await phone.pause();
      return null;
    case 'resume':
      await phone.resume();
      return null;
    case 'read-log': {
      const { visits } = await phone.log.readVisits();
      const [latest] = visits;
      if (latest) await phone.log.readVisit(latest);
      return null;
    }
  }
}

type Reply = Extract<PersonAct, { kind: 'reply' }>;

async function reply({ tickets, ticketFiles }: DeviceClient, plan: PhonePlan, { ticketId, title }: Reply) {
  const problem = findProblem(title);
  const { messages } = await tickets.messages(ticketId);
  const answered = messages.find(({ sender }) => sender === 'ADMIN');
  if (answered) await tickets.read(ticketId, answered.id);
  const repliesSent = messages.filter(({ sender, kind }) => sender === 'USER' && kind === 'TEXT').length;
  const words = problem.replies[repliesSent];
  if (words === undefined) return null;
  if (repliesSent === 0 && problem.with) {
    await ticketFiles.attach(ticketId, await fakeAttachment(problem.with, plan.random(`tickets/${ticketId}`)));
  }
  await tickets.reply(ticketId, words);
  return null;
}

function findProblem(title: string) {
  const problem = troubles.find((each) => each.title === title);
  if (!problem) throw new Error(`Unknown problem "${title}".`);
  return problem;
}
