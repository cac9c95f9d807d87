import { isDeepStrictEqual } from 'node:util';
import {
  capabilities,
  deviceFrame,
  deviceSocketClose,
  errorText,
  isWithinHours,
  isTicketFrame,
  type DeviceFrame,
  type SharingHours,
  type TicketDeviceFrame,
} from '@fairwatch/contract';
import { outsideHours } from '../device-access.ts';
import { hashToken } from '../../session/session-token.ts';
import type { Services } from '../../services.ts';
import { commandExists } from '../commands/commands.store.ts';
import type { CommandEngine } from '../commands/command-engine.ts';
import type { DeviceSocket } from './device-socket.ts';
import type { PersonTickets } from '../../tickets/person-tickets.ts';
import type { DeviceBudgets } from './device-budget.ts';
import { refuseUnread } from './frame-size.ts';
import type { HelloQueue } from './hello-queue.ts';
import type { Inbox } from './inbox.ts';
import { knownOffers } from './known-offers.ts';
import type { PersonFrame, PersonSide } from '../person/person-side.ts';
import type { Presence } from './presence.ts';
import type { ToldGrants } from '../person/restored.store.ts';
import { storableText } from '../storable-text.ts';

/** The WebSocket close code for: not now. */
const tryAgainLater = 1013;
const tooMany = 'Too many changes. Please wait a moment.';

type Frame<Type extends DeviceFrame['type']> = Extract<DeviceFrame, { type: Type }>;

interface IntakeParts extends Pick<Services, 'db' | 'bus' | 'log'> {
  engine: CommandEngine;
  presence: Presence;
  person: PersonSide;
  tickets: PersonTickets;
  inbox: Inbox;
  hellos: HelloQueue;
  budgets: DeviceBudgets;
}

/** What a device may say, and what happens then. Whatever it says, only its own connection is concerned. */
export function createFrameIntake(parts: IntakeParts) {
  const { db, bus, log, engine, presence, person, tickets, inbox, hellos, budgets } = parts;

  function refuse(socket: DeviceSocket, reason: string, about: DeviceFrame['type'] | null = null): void {
    log.warn(
      { event: 'gateway.frame_refused', deviceId: socket.deviceId, reason, about },
      'Refused a frame of a device',
    );
    socket.tell({ type: 'refused', reason, about });
  }

  function hello(socket: DeviceSocket, frame: Frame<'hello'>): void {
    const { token, facts, grants, logHead, noticeVersion = 0, platform = null, offers } = frame;
    const tokenHash = hashToken(token);
    if (tokenHash === null) return socket.part(deviceSocketClose.refused, 'unknown token');
    const now = Date.now();
    socket.budget = budgets.take(tokenHash, now);
    if (!socket.budget.spendConnect(now)) return socket.part(tryAgainLater, 'connects too often');
    socket.greeted = true;
    socket.keepsLogHead = logHead !== undefined;
    socket.noticeVersion = noticeVersion;
    socket.knowsSupervision = platform !== null;
    const stored = Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, storableText(text)]));
    hellos.add(socket, {
      tokenHash,
      facts: { ...facts, ...stored },
      grants: grants && known(grants),
      logHead: logHead ?? null,
      platform,
      offers: offers ? knownOffers(offers) : null,
    });
  }

  function heartbeat(socket: DeviceSocket, frame: Frame<'heartbeat'>): void {
    const { noticeShown } = frame;
    // How the phone is doing is device details: outside of the hours nothing new of it is kept.
    const within = isWithinHours(socket.hours, new Date());
    const { batteryPercent, charging, network } = within ? frame : socket;
    const toldVitals = within || socket.toldVitals;
    const appVersion = storableText(frame.appVersion);
    const inCall = frame.inCall ?? null;
    const callChanged = socket.inCall !== inCall;
    const noticeChanged = (socket.noticeShown ?? true) !== noticeShown;
    const same =
      !callChanged &&
      socket.toldVitals === toldVitals &&
      socket.batteryPercent === batteryPercent &&
      socket.charging === charging &&
      socket.network === network &&
      socket.appVersion === appVersion &&
      socket.noticeShown === noticeShown;
    if (same) return;
    socket.toldVitals = toldVitals;
    socket.batteryPercent = batteryPercent;
    socket.charging = charging;
    socket.network = network;
    socket.appVersion = appVersion;
    socket.noticeShown = noticeShown;
    socket.inCall = inCall;
    socket.callChanged ||= callChanged;
    socket.noticeChanged ||= noticeChanged;
    if (callChanged || noticeChanged) presence.noteSoon(socket);
    else presence.noteVitals(socket);
    if (noticeChanged) followNotice(socket);
  }

  /**
   * Acts on a hidden or shown notice before that is stored: the answer under way is thrown away. A command that was not sent because
   * of it ends when the change is stored, or is sent when the notice is back before that.
   */
  function followNotice(socket: DeviceSocket): void {
    const { deviceId, answer, noticeShown } = socket;
    if (noticeShown !== false) return engine.deliver(deviceId);
    if (answer === null) return;
    const { commandId } = answer;
    // The device is told to stop, and files that are on their way for it are cut.
    bus.publish('commandCancelled', { deviceId, commandId });
    engine.fail({ commandId, deviceId, reason: errorText('notice_not_shown') });
  }

  function rows(socket: DeviceSocket, frame: Frame<'rows'>, bytes: number): void {
    const { deviceId, answer } = socket;
    // Rows of a command that has ended, or was sent over an earlier connection, are late: nothing to do.
    if (answer?.commandId !== frame.commandId) return;
    const reason = answer.add(frame.batch, frame.rows, bytes);
    if (reason === null) return;
    socket.dropAnswer();
    engine.fail({ commandId: frame.commandId, deviceId, reason });
  }

  function result(socket: DeviceSocket, { commandId, batches }: Frame<'result'>): void {
    const { deviceId, answer } = socket;
    if (answer?.commandId !== commandId) return void late(socket, commandId, 'result');
    // A device of an earlier version does not know its person's hours: what comes outside of them is not taken.
    const reason = outsideHours(socket.hours)?.message ?? answer.checkComplete(batches);
    if (reason === null) {
      socket.takeAnswer();
      engine.finish({ deviceId, answer });
    } else {
      socket.dropAnswer();
      engine.fail({ commandId, deviceId, reason });
    }
  }

  function failed(socket: DeviceSocket, { commandId, reason }: Frame<'failed'>): void {
    if (socket.answer?.commandId !== commandId) return void late(socket, commandId, 'failed');
    socket.dropAnswer();
    engine.fail({ commandId, deviceId: socket.deviceId, reason });
  }

  /** An answer that is repeated or too late is taken without a word; one to no command at all is a mistake. */
  async function late(socket: DeviceSocket, commandId: number, about: DeviceFrame['type']): Promise<void> {
    try {
      const known = await commandExists(db, { commandId, deviceId: socket.deviceId });
      if (!known) refuse(socket, `There is no command ${commandId} for this device.`, about);
    } catch (error) {
      log.error({ err: error, event: 'gateway.late_answer_failed' }, 'Failed to look up a late answer');
    }
  }

  function progress({ deviceId, answer }: DeviceSocket, { commandId, percent, phase }: Frame<'progress'>): void {
    if (answer?.commandId === commandId) engine.progress({ commandId, deviceId, percent, phase: phase ?? null });
  }

  /** About one that is not this device's, nothing happens. */
  function notificationState({ deviceId }: DeviceSocket, { notificationId, state }: Frame<'notification-state'>): void {
    inbox.note({ deviceId, notificationId, state });
  }

  async function wish(socket: DeviceSocket, frame: PersonFrame, mayAnswer: boolean): Promise<void> {
    // Leaving is always taken, so that nothing keeps a person from it.
    const taken = frame.type === 'leave' || socket.budget?.spendWish(Date.now());
    if (!taken && !mayAnswer) return;
    const answer = taken ? await person.take(socket.deviceId, frame) : tooMany;
    // Whoever changes what is shared has what was stored about calls removed: the next heartbeat counts as new.
    if (frame.type === 'consent' || frame.type === 'pause' || frame.type === 'resume') socket.inCall = null;
    if (typeof answer === 'string') refuse(socket, answer, frame.type);
    else if (answer !== null) {
      if (answer.type === 'grants' && answer.hours !== undefined) followHours(socket, answer.hours);
      socket.tell(answer);
    }
  }

  /** What waited for the hours goes out when they allow it now. */
  function followHours(socket: DeviceSocket, hours: SharingHours | null): void {
    if (isDeepStrictEqual(socket.hours, hours)) return;
    socket.hours = hours;
    engine.deliver(socket.deviceId);
  }

  async function ticket(socket: DeviceSocket, frame: TicketDeviceFrame, mayAnswer: boolean): Promise<void> {
    // What a device says by itself, as answers arrive, is not the person's hurry.
    const taken =
      frame.type === 'ticket-received' || frame.type === 'ticket-read' || socket.budget?.spendWish(Date.now());
    if (!taken && !mayAnswer) return;
    if (!taken) return refuse(socket, tooMany, frame.type);
    const answer = await tickets.take(socket.deviceId, frame);
    if (answer !== null) socket.tell(answer);
  }

  function accepted({ deviceId, answer }: DeviceSocket, { commandId }: Frame<'accepted'>): void {
    if (answer?.commandId === commandId) engine.accept({ deviceId, answer });
  }

  return function receive(socket: DeviceSocket, data: Buffer, isBinary: boolean, mayAnswer: boolean): void {
    const unread = refuseUnread(data);
    if (unread && socket.greeted) {
      // A device over its budget gets no answers: it could be made to cost more than it is worth.
      if (mayAnswer) refuse(socket, unread.reason, unread.about);
      return;
    }
    const frame = isBinary || unread ? undefined : readFrame(data);
    if (!socket.greeted) {
      if (frame?.type === 'hello') hello(socket, frame);
      else socket.part(deviceSocketClose.refused, 'the first frame must be hello');
    } else if (!frame) {
      if (mayAnswer) refuse(socket, 'The frame is not valid.');
    } else if (socket.deviceId === 0 || frame.type === 'hello') {
      if (mayAnswer) refuse(socket, 'Say hello once, and wait for the welcome.', frame.type);
    } else if (frame.type === 'heartbeat') heartbeat(socket, frame);
    else if (frame.type === 'ping') socket.tell({ type: 'pong' });
    else if (frame.type === 'accepted') accepted(socket, frame);
    else if (frame.type === 'rows') rows(socket, frame, data.length);
    else if (frame.type === 'result') result(socket, frame);
    else if (frame.type === 'failed') failed(socket, frame);
    else if (frame.type === 'progress') progress(socket, frame);
    else if (frame.type === 'notification-state') notificationState(socket, frame);
    else if (isTicketFrame(frame)) void ticket(socket, frame, mayAnswer);
    else void wish(socket, frame, mayAnswer);
  };
}

/** Of what a device says is shared, what there is; the rest may be a newer device's, or any text. */
function known({ capabilities: named, ...told }: ToldGrants): ToldGrants {
  return { ...told, capabilities: named.filter((name) => Object.hasOwn(capabilities, name)) };
}

function readFrame(data: Buffer): DeviceFrame | undefined {
  try {
    return deviceFrame.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
