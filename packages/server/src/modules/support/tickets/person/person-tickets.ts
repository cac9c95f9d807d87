import {
  ticketLimits,
  type DeviceFrame,
  type GatewayFrame,
  type PersonTicket,
  type TicketDeviceFrame,
} from '@fairwatch/contract';
import { AppError } from '../../../../core/app-error.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import { DeviceMoved, type DeviceConnection } from '../../../../shared/device-connection.ts';
import { createDeviceQueue } from '../../../../shared/device-state/device-queue.ts';
import { storableText } from '../../../../core/storable-text.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { editTicket } from '../edit-ticket.ts';
import { lockPerson, recordReceived } from './person-tickets.store.ts';
import { notifyOfTicket, publishTicketChange } from '../ticket-events.ts';
import { listMessages } from '../ticket-messages.store.ts';
import {
  countOngoing,
  findPersonTicket,
  findTicketRow,
  lockTicket,
  insertTicket,
  listPersonTickets,
  markRead,
} from '../tickets.store.ts';
import { writeMessage, type LockForWriting } from '../write-message.ts';

type Frame<Type extends TicketDeviceFrame['type']> = Extract<DeviceFrame, { type: Type }>;

/** Tickets or messages per response. */
const pageSize = 50;

/** Handles the tickets of a device's person. It needs no capability, because everybody may ask for help. */
export interface PersonTickets {
  /** Carries out a request and returns the frame for the device; null for nothing to send. */
  take(connection: DeviceConnection, frame: TicketDeviceFrame): Promise<GatewayFrame | null>;
  /** Resolves when all requests so far are done. */
  idle(): Promise<void>;
}

/**
 * `onMoved` is called instead of an answer when the device has connected to another server since. That a message was received or read is
 * stored over any connection, because it only moves forward.
 */
export function createPersonTickets(
  services: Services,
  onMoved: (connection: DeviceConnection) => void,
): PersonTickets {
  const { db, log } = services;
  /** The requests of a device run one at a time, which keeps the order of messages. */
  const queue = createDeviceQueue();

  async function open(connection: DeviceConnection, frame: Frame<'ticket-open'>): Promise<GatewayFrame> {
    const { deviceId } = connection;
    const { type: _, clientId, ...asked } = frame;
    const opened = await db.transaction().execute(async (transaction) => {
      const person = await requirePerson(transaction, connection);
      const texts = { title: storableText(asked.title), description: storableText(asked.description) };
      const { id, fresh } = await insertTicket(transaction, {
        ...asked,
        ...texts,
        clientId,
        openedBy: person,
        deviceId,
      });
      // The new ticket is counted after the insert, so that a repeated request is answered and not refused.
      if (fresh && (await countOngoing(transaction, person.id)) > ticketLimits.openPerPerson) {
        throw new AppError('tickets_open', { count: ticketLimits.openPerPerson });
      }
      return { id, fresh, person, title: texts.title };
    });
    const { id, fresh, person, title } = opened;
    const ticket = await requireTicket(deviceId, id);
    if (fresh) {
      const changed = { id, openedBy: person.id, deviceId, title };
      publishTicketChange(services, changed, 'NEW');
      await notifyOfTicket(services, changed, 'TICKET_CREATED', { ...person, sender: 'USER' });
    }
    return { type: 'ticket', ticket };
  }

  async function reply(
    connection: DeviceConnection,
    { clientId, ticketId, text }: Frame<'ticket-reply'>,
  ): Promise<GatewayFrame> {
    const draft = { clientId, kind: 'TEXT', text, attachment: null } as const;
    const { message } = await writeMessage(services, lockForPerson(connection, ticketId), draft);
    return { type: 'ticket-message', message };
  }

  async function change(
    connection: DeviceConnection,
    { ticketId, status }: Frame<'ticket-status'>,
  ): Promise<GatewayFrame> {
    const { deviceId } = connection;
    const changed = await db.transaction().execute(async (transaction) => {
      const person = await requirePerson(transaction, connection);
      const ticket = await lockTicket(transaction, { deviceId }, ticketId);
      if (!ticket) throw new AppError('ticket_not_found');
      return (await editTicket(transaction, ticket, { status }, person)) ? ticket : null;
    });
    if (changed) publishTicketChange(services, changed, 'UPDATED');
    return { type: 'ticket', ticket: await requireTicket(deviceId, ticketId) };
  }

  async function read(deviceId: number, { ticketId, upTo }: Frame<'ticket-read'>): Promise<null> {
    const seen = await db.transaction().execute(async (transaction) => {
      const ticket = await lockTicket(transaction, { deviceId }, ticketId);
      if (!ticket) throw new AppError('ticket_not_found');
      // A message that was read was also received.
      await recordReceived(transaction, { deviceId, ticketId, upTo });
      return { ticket, ...(await markRead(transaction, ticketId, 'USER', upTo)) };
    });
    if (seen.changed) publishTicketChange(services, seen.ticket, 'READ');
    return null;
  }

  async function conversation(deviceId: number, asked: Frame<'ticket-messages-request'>): Promise<GatewayFrame> {
    const { ticketId, before } = asked;
    if (!(await findTicketRow(db, { deviceId }, ticketId))) throw new AppError('ticket_not_found');
    const found = await listMessages(db, {
      ticketId,
      before: before ?? undefined,
      limit: pageSize + 1,
      reader: 'PERSON',
    });
    return { type: 'ticket-messages', ticketId, messages: found.slice(0, pageSize), more: found.length > pageSize };
  }

  async function list(deviceId: number, { before }: Frame<'tickets-request'>): Promise<GatewayFrame> {
    const found = await listPersonTickets(db, deviceId, before, pageSize + 1);
    return { type: 'tickets', tickets: found.slice(0, pageSize), more: found.length > pageSize };
  }

  async function received(deviceId: number, frame: Frame<'ticket-received'>): Promise<null> {
    const more = await recordReceived(db, { deviceId, ...frame });
    // After a long absence the answers are sent in several batches.
    if (more) services.bus.publish('inboxWaiting', { deviceId });
    return null;
  }

  async function requireTicket(deviceId: number, id: number): Promise<PersonTicket> {
    const ticket = await findPersonTicket(db, deviceId, id);
    if (!ticket) throw new AppError('ticket_not_found');
    return ticket;
  }

  async function run(connection: DeviceConnection, frame: TicketDeviceFrame): Promise<GatewayFrame | null> {
    const { deviceId } = connection;
    switch (frame.type) {
      case 'ticket-open':
        return await open(connection, frame);
      case 'ticket-reply':
        return await reply(connection, frame);
      case 'ticket-status':
        return await change(connection, frame);
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

  async function runOrRefuse(connection: DeviceConnection, frame: TicketDeviceFrame): Promise<GatewayFrame | null> {
    const { deviceId } = connection;
    try {
      return await run(connection, frame);
    } catch (error) {
      if (error instanceof DeviceMoved) {
        onMoved(connection);
        return null;
      }
      if (error instanceof AppError) return refusal(frame, error.message);
      log.error(
        { err: error, event: 'tickets.store_failed', deviceId, frame: frame.type },
        'Failed to store what a person wrote',
      );
      return { type: 'refused', reason: 'This could not be done now. Please try again.', about: frame.type };
    }
  }

  return {
    take: (connection, frame) => queue.run(connection.deviceId, () => runOrRefuse(connection, frame)),
    idle: () => queue.idle(),
  };
}

/** The device whose person writes. The epoch is missing when a file is attached over HTTP, which has no connection to be fenced by. */
type WritingDevice = Pick<DeviceConnection, 'deviceId'> & Partial<DeviceConnection>;

/** Returns the lock for a message that the person of a device writes. */
export function lockForPerson(device: WritingDevice, ticketId: number): LockForWriting {
  return async (db) => {
    const person = await requirePerson(db, device);
    const ticket = await lockTicket(db, { deviceId: device.deviceId }, ticketId);
    if (!ticket) throw new AppError('ticket_not_found');
    return { ticket, writer: { ...person, sender: 'USER' } };
  };
}

async function requirePerson(db: Database, { deviceId, epoch }: WritingDevice) {
  const person = await lockPerson(db, deviceId);
  if (!person) throw new AppError('device_not_found');
  if (epoch !== undefined && person.epoch !== epoch) throw new DeviceMoved();
  const { id, username, nickname, displayName } = person;
  return { id, username, nickname, displayName };
}

/** A request with a client id is refused by that id, so that the device stops retrying. */
function refusal(frame: TicketDeviceFrame, reason: string): GatewayFrame {
  if ('clientId' in frame) return { type: 'ticket-refused', clientId: frame.clientId, reason };
  return { type: 'refused', reason, about: frame.type };
}
