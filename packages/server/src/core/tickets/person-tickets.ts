import {
  ticketLimits,
  type DeviceFrame,
  type GatewayFrame,
  type PersonTicket,
  type TicketDeviceFrame,
} from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { createDeviceQueue } from '../devices/device-queue.ts';
import { storableText } from '../devices/storable-text.ts';
import type { Services } from '../services.ts';
import { editTicket } from './edit-ticket.ts';
import { holdPerson, recordReceived } from './person-tickets.store.ts';
import { notifyOfTicket, tellTicket } from './tell-ticket.ts';
import { listMessages } from './ticket-messages.store.ts';
import {
  countOngoing,
  findPersonTicket,
  findTicketRow,
  holdTicket,
  insertTicket,
  listPersonTickets,
  markRead,
} from './tickets.store.ts';
import { writeMessage, type HoldForWriting } from './write-message.ts';

type Frame<Type extends TicketDeviceFrame['type']> = Extract<DeviceFrame, { type: Type }>;

/** So many tickets or messages are told at once. */
const pageSize = 50;

/** What the person of a device does with their tickets. It asks for no capability: whoever needs help may say so. */
export interface PersonTickets {
  /** Does it, and gives back what to tell the device. */
  take(deviceId: number, frame: TicketDeviceFrame): Promise<GatewayFrame | null>;
  /** Resolves when everything taken so far is done. */
  idle(): Promise<void>;
}

export function createPersonTickets(services: Services): PersonTickets {
  const { db, log } = services;
  /** A person's words keep their order. */
  const queue = createDeviceQueue();

  async function open(deviceId: number, frame: Frame<'ticket-open'>): Promise<GatewayFrame> {
    const { type: _, clientId, ...asked } = frame;
    const opened = await db.transaction().execute(async (transaction) => {
      const person = await mustBeHere(transaction, deviceId);
      const texts = { title: storableText(asked.title), description: storableText(asked.description) };
      const { id, fresh } = await insertTicket(transaction, {
        ...asked,
        ...texts,
        clientId,
        openedBy: person,
        deviceId,
      });
      // Counted with the new one, so that a repeated wish is answered and not refused.
      if (fresh && (await countOngoing(transaction, person.id)) > ticketLimits.openPerPerson) {
        throw new AppError('tickets_open', { count: ticketLimits.openPerPerson });
      }
      return { id, fresh, person, title: texts.title };
    });
    const { id, fresh, person, title } = opened;
    const ticket = await mustFind(deviceId, id);
    if (fresh) {
      const news = { id, openedBy: person.id, deviceId, title };
      tellTicket(services, news, 'NEW');
      await notifyOfTicket(services, news, 'TICKET_CREATED', { ...person, sender: 'USER' });
    }
    return { type: 'ticket', ticket };
  }

  async function reply(deviceId: number, { clientId, ticketId, text }: Frame<'ticket-reply'>): Promise<GatewayFrame> {
    const draft = { clientId, kind: 'TEXT', text, attachment: null } as const;
    const { message } = await writeMessage(services, holdForPerson(deviceId, ticketId), draft);
    return { type: 'ticket-message', message };
  }

  async function change(deviceId: number, { ticketId, status }: Frame<'ticket-status'>): Promise<GatewayFrame> {
    const changed = await db.transaction().execute(async (transaction) => {
      const person = await mustBeHere(transaction, deviceId);
      const ticket = await holdTicket(transaction, { deviceId }, ticketId);
      if (!ticket) throw new AppError('ticket_not_found');
      return (await editTicket(transaction, ticket, { status }, person)) ? ticket : null;
    });
    if (changed) tellTicket(services, changed, 'UPDATED');
    return { type: 'ticket', ticket: await mustFind(deviceId, ticketId) };
  }

  async function read(deviceId: number, { ticketId, upTo }: Frame<'ticket-read'>): Promise<null> {
    const seen = await db.transaction().execute(async (transaction) => {
      const ticket = await holdTicket(transaction, { deviceId }, ticketId);
      if (!ticket) throw new AppError('ticket_not_found');
      // What was read has arrived.
      await recordReceived(transaction, { deviceId, ticketId, upTo });
      return { ticket, ...(await markRead(transaction, ticketId, 'USER', upTo)) };
    });
    if (seen.changed) tellTicket(services, seen.ticket, 'READ');
    return null;
  }

  async function conversation(deviceId: number, asked: Frame<'ticket-messages-request'>): Promise<GatewayFrame> {
    const { ticketId, before } = asked;
    if (!(await findTicketRow(db, { deviceId }, ticketId))) throw new AppError('ticket_not_found');
    const found = await listMessages(db, { ticketId, before: before ?? undefined, limit: pageSize + 1 });
    return { type: 'ticket-messages', ticketId, messages: found.slice(0, pageSize), more: found.length > pageSize };
  }

  async function list(deviceId: number, { before }: Frame<'tickets-request'>): Promise<GatewayFrame> {
    const found = await listPersonTickets(db, deviceId, before, pageSize + 1);
    return { type: 'tickets', tickets: found.slice(0, pageSize), more: found.length > pageSize };
  }

  async function received(deviceId: number, frame: Frame<'ticket-received'>): Promise<null> {
    const more = await recordReceived(db, { deviceId, ...frame });
    // A long absence comes in stretches.
    if (more) services.bus.publish('inboxWaiting', { deviceId });
    return null;
  }

  async function mustFind(deviceId: number, id: number): Promise<PersonTicket> {
    const ticket = await findPersonTicket(db, deviceId, id);
    if (!ticket) throw new AppError('ticket_not_found');
    return ticket;
  }

  async function run(deviceId: number, frame: TicketDeviceFrame): Promise<GatewayFrame | null> {
    switch (frame.type) {
      case 'ticket-open':
        return await open(deviceId, frame);
      case 'ticket-reply':
        return await reply(deviceId, frame);
      case 'ticket-status':
        return await change(deviceId, frame);
      case 'ticket-read':
        return await read(deviceId, frame);
      case 'ticket-received':
        return await received(deviceId, frame);
      case 'tickets-request':
        return await list(deviceId, frame);
      case 'ticket-messages-request':
        return await conversation(deviceId, frame);
    }
  }

  async function runOrRefuse(deviceId: number, frame: TicketDeviceFrame): Promise<GatewayFrame | null> {
    try {
      return await run(deviceId, frame);
    } catch (error) {
      if (error instanceof AppError) return refusal(frame, error.message);
      log.error({ err: error, deviceId, frame: frame.type }, 'what a person wrote could not be stored');
      return { type: 'refused', reason: 'This could not be done now. Please try again.', about: frame.type };
    }
  }

  return {
    take: (deviceId, frame) => queue.run(deviceId, () => runOrRefuse(deviceId, frame)),
    idle: () => queue.idle(),
  };
}

/** As the person of a device writes to one of their tickets. */
export function holdForPerson(deviceId: number, ticketId: number): HoldForWriting {
  return async (db) => {
    const person = await mustBeHere(db, deviceId);
    const ticket = await holdTicket(db, { deviceId }, ticketId);
    if (!ticket) throw new AppError('ticket_not_found');
    return { ticket, writer: { ...person, sender: 'USER' } };
  };
}

async function mustBeHere(db: Database, deviceId: number) {
  const person = await holdPerson(db, deviceId);
  if (!person) throw new AppError('device_not_found');
  return person;
}

/** What the device made an id for is refused by that id: it stops trying. */
function refusal(frame: TicketDeviceFrame, reason: string): GatewayFrame {
  if ('clientId' in frame) return { type: 'ticket-refused', clientId: frame.clientId, reason };
  return { type: 'refused', reason, about: frame.type };
}
