import { isDeepStrictEqual } from 'node:util';
import {
  canonicalZone,
  capabilities,
  commandTypes,
  deviceFrame,
  deviceSocketClose,
  errorText,
  isWithinHours,
  isTicketFrame,
  languageOf,
  matchLanguage,
  type CommandType,
  type DeviceFrame,
  type Offers,
  type SharingHours,
  type TicketDeviceFrame,
} from '@fairwatch/contract';
import { outsideHoursError } from '../../consent/device-access.ts';
import { hashToken } from '../../../core/http/bearer-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { commandExists } from '../../commands/commands.store.ts';
import type { CommandEngine } from '../../commands/command-engine.ts';
import { tryAgainLater, type DeviceSocket } from '../device-socket.ts';
import type { PersonTickets } from '../../support/tickets/person/person-tickets.ts';
import type { DeviceBudgets } from './device-budget.ts';
import { checkUnparsedFrame } from './frame-size.ts';
import type { HelloQueue } from '../hello-queue.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { LiveViewRelay } from '../../device-data/live-view/relay/live-view-relay.ts';
import type { LiveKeeper } from '../../places/live-location/live-keeper.ts';
import type { PersonFrame, PersonRequests } from '../../devices/person/person-requests.ts';
import type { Presence } from '../liveness/presence.ts';
import type { ReportedGrants } from '../../consent/quarantine.store.ts';
import { storableText } from '../../../core/storable-text.ts';

const tooMany = 'Too many changes. Please wait a moment.';

type Frame<Type extends DeviceFrame['type']> = Extract<DeviceFrame, { type: Type }>;

interface IntakeParts extends Pick<Services, 'db' | 'bus' | 'log' | 'scheduler'> {
  engine: CommandEngine;
  presence: Presence;
  person: PersonRequests;
  tickets: PersonTickets;
  inbox: Inbox;
  live: LiveKeeper;
  liveViews: LiveViewRelay;
  hellos: HelloQueue;
  budgets: DeviceBudgets;
}

/** Validates the frames of devices and passes them on. Errors concern only the connection of the device that caused them. */
export function createFrameIntake(parts: IntakeParts) {
  const { db, bus, log, scheduler, engine, presence, person, tickets, inbox, live, liveViews, hellos, budgets } = parts;

  function refuse(socket: DeviceSocket, reason: string, about: DeviceFrame['type'] | null = null): void {
    log.warn(
      { event: 'gateway.frame_refused', deviceId: socket.deviceId, reason, about },
      'Refused a frame of a device',
    );
    socket.sendFrame({ type: 'refused', reason, about });
  }

  function hello(socket: DeviceSocket, frame: Frame<'hello'>): void {
    const {
      token,
      facts,
      grants,
      logHead,
      noticeVersion = 0,
      platform = null,
      offers,
      timeZone,
      language,
      knowsKinds = false,
    } = frame;
    const tokenHash = hashToken(token);
    if (tokenHash === null) return socket.disconnect(deviceSocketClose.refused, 'unknown token');
    const now = scheduler.now();
    socket.budget = budgets.take(tokenHash, now);
    if (!socket.budget.spendConnect(now)) return socket.disconnect(tryAgainLater, 'connects too often');
    socket.saidHello = true;
    socket.keepsLogHead = logHead !== undefined;
    socket.noticeVersion = noticeVersion;
    socket.knowsSupervision = platform !== null;
    socket.knowsKinds = knowsKinds;
    socket.language = matchLanguage(language === undefined ? [] : [language]);
    const stored = Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, storableText(text)]));
    hellos.add(socket, {
      tokenHash,
      facts: { ...facts, ...stored },
      grants: grants && knownGrants(grants),
      logHead: logHead ?? null,
      platform,
      offers: offers ? knownOffers(offers) : null,
      timeZone: timeZone === undefined ? null : canonicalZone(timeZone),
      language: language === undefined ? null : languageOf(language),
    });
  }

  function heartbeat(socket: DeviceSocket, frame: Frame<'heartbeat'>): void {
    const { noticeShown } = frame;
    // The vitals are device details, so nothing new of them is stored outside the sharing hours.
    const within = isWithinHours(socket.hours, new Date());
    const { batteryPercent, charging, network } = within ? frame : socket;
    const hasVitals = within || socket.hasVitals;
    const appVersion = storableText(frame.appVersion);
    const inCall = frame.inCall ?? null;
    const callChanged = socket.inCall !== inCall;
    const noticeChanged = (socket.noticeShown ?? true) !== noticeShown;
    const same =
      !callChanged &&
      socket.hasVitals === hasVitals &&
      socket.batteryPercent === batteryPercent &&
      socket.charging === charging &&
      socket.network === network &&
      socket.appVersion === appVersion &&
      socket.noticeShown === noticeShown;
    if (same) return;
    socket.hasVitals = hasVitals;
    socket.batteryPercent = batteryPercent;
    socket.charging = charging;
    socket.network = network;
    socket.appVersion = appVersion;
    socket.noticeShown = noticeShown;
    socket.inCall = inCall;
    socket.callChanged ||= callChanged;
    socket.noticeChanged ||= noticeChanged;
    if (callChanged || noticeChanged) presence.queueSoon(socket);
    else presence.queueVitals(socket);
    if (noticeChanged) handleNotice(socket);
  }

  /**
   * Reacts to a hidden or shown notice before the change is stored: a running answer is discarded. A command that was not
   * sent because of it fails when the change is stored, or is sent when the notice is shown again before that.
   */
  function handleNotice(socket: DeviceSocket): void {
    const { deviceId, epoch, answer, noticeShown } = socket;
    if (noticeShown !== false) return engine.deliver(deviceId);
    liveViews.cut(socket, 'NOTICE_HIDDEN');
    liveViews.settle(socket);
    if (answer === null) return;
    const { commandId } = answer;
    // The device is sent a cancel, and its uploads for this command are cut.
    bus.publish('commandCancelled', { deviceId, commandId });
    engine.fail({ commandId, deviceId, epoch, reason: errorText('notice_not_shown') });
  }

  function rows(socket: DeviceSocket, frame: Frame<'rows'>, bytes: number): void {
    const { deviceId, epoch, answer } = socket;
    // Rows of a command that has ended, or was sent over an earlier connection, are ignored.
    if (answer?.commandId !== frame.commandId) return;
    const reason = answer.add(frame.batch, frame.rows, bytes);
    if (reason === null) return;
    socket.dropAnswer();
    engine.fail({ commandId: frame.commandId, deviceId, epoch, reason });
  }

  function result(socket: DeviceSocket, { commandId, batches, problems }: Frame<'result'>): void {
    const { deviceId, epoch, answer } = socket;
    if (answer?.commandId !== commandId) return void handleLateAnswer(socket, commandId, 'result');
    // A client of an earlier version does not know its person's hours, so answers outside them are refused here.
    const reason = outsideHoursError(socket.hours)?.message ?? answer.checkComplete(batches, problems);
    if (reason === null) {
      socket.takeAnswer();
      if (answer.to.command === 'LIVE_VIEW') liveViews.expect(socket, commandId);
      engine.finish({ deviceId, answer });
    } else {
      socket.dropAnswer();
      engine.fail({ commandId, deviceId, epoch, reason });
    }
  }

  function failed(socket: DeviceSocket, { commandId, reason, declined }: Frame<'failed'>): void {
    if (socket.answer?.commandId !== commandId) return void handleLateAnswer(socket, commandId, 'failed');
    socket.dropAnswer();
    const { deviceId, epoch } = socket;
    if (declined) engine.decline({ commandId, deviceId, epoch });
    else engine.fail({ commandId, deviceId, epoch, reason });
  }

  /** Ignores an answer that is repeated or too late; an answer to a command that never existed is refused. */
  async function handleLateAnswer(socket: DeviceSocket, commandId: number, about: DeviceFrame['type']): Promise<void> {
    try {
      const exists = await commandExists(db, { commandId, deviceId: socket.deviceId });
      if (!exists) refuse(socket, `There is no command ${commandId} for this device.`, about);
    } catch (error) {
      log.error({ err: error, event: 'gateway.late_answer_failed' }, 'Failed to look up a late answer');
    }
  }

  function progress(socket: DeviceSocket, { commandId, percent, phase }: Frame<'progress'>): void {
    const { deviceId, epoch, answer } = socket;
    if (answer?.commandId === commandId) engine.progress({ commandId, deviceId, epoch, percent, phase: phase ?? null });
  }

  /** Points are dropped while nothing may be collected; the session itself ends when that is stored. */
  function livePoints(socket: DeviceSocket, frame: Frame<'live-points'>): void {
    if (socket.noticeShown !== false && isWithinHours(socket.hours, new Date())) live.add(socket, frame);
  }

  function liveEnd(socket: DeviceSocket, frame: Frame<'live-end'>, canReply: boolean): void {
    if (socket.budget?.spendRequest(scheduler.now())) void live.endByDevice(socket, frame);
    else if (canReply) refuse(socket, tooMany, frame.type);
  }

  function liveViewEnd(socket: DeviceSocket, frame: Frame<'live-view-end'>, canReply: boolean): void {
    if (socket.budget?.spendRequest(scheduler.now())) void liveViews.endByDevice(socket, frame, presence.closeMoved);
    else if (canReply) refuse(socket, tooMany, frame.type);
  }

  /** The state of a notification that belongs to another device is ignored. */
  function notificationState({ deviceId }: DeviceSocket, { notificationId, state }: Frame<'notification-state'>): void {
    inbox.recordState({ deviceId, notificationId, state });
  }

  /** A request to another device is ignored. */
  function consentSeen({ deviceId }: DeviceSocket, { requestId }: Frame<'consent-seen'>): void {
    inbox.recordSeen({ deviceId, requestId });
  }

  async function handlePersonRequest(socket: DeviceSocket, frame: PersonFrame, canReply: boolean): Promise<void> {
    cutLiveView(socket, frame);
    // Leaving is never rate-limited, so that nothing keeps a person from it.
    const isAllowed = frame.type === 'leave' || socket.budget?.spendRequest(scheduler.now());
    const answer = isAllowed ? await person.take(socket, frame) : tooMany;
    // The decision has stored the end of its live view; if it could not be stored itself, the live view ends nevertheless.
    liveViews.settle(socket);
    if (!isAllowed && !canReply) return;
    // A change of consent deletes the stored call state, so the next heartbeat must count as a change.
    if (frame.type === 'consent' || frame.type === 'pause' || frame.type === 'resume') socket.inCall = null;
    if (typeof answer === 'string') refuse(socket, answer, frame.type);
    else if (answer !== null) {
      if (answer.type === 'grants' && answer.hours !== undefined) applyHours(socket, answer.hours);
      socket.sendFrame(answer);
    }
  }

  /** Cuts the live view before the decision is stored: no picture is sent on after it was read. */
  function cutLiveView(socket: DeviceSocket, frame: PersonFrame): void {
    if (frame.type === 'leave') liveViews.cut(socket, 'LEFT');
    else if (frame.type === 'pause') liveViews.cut(socket, 'PAUSED');
    else if (frame.type === 'hours' && !isWithinHours(frame.hours, new Date())) liveViews.cut(socket, 'OUTSIDE_HOURS');
    else if (frame.type === 'consent') {
      if (!frame.capabilities.includes('CAMERA')) liveViews.cut(socket, 'WITHDRAWN');
      if (!frame.capabilities.includes('MICROPHONE')) liveViews.cutSound(socket);
    }
  }

  /** Sends commands that waited for the sharing hours, if they may be sent now. */
  function applyHours(socket: DeviceSocket, hours: SharingHours | null): void {
    if (isDeepStrictEqual(socket.hours, hours)) return;
    socket.hours = hours;
    engine.deliver(socket.deviceId);
  }

  async function ticket(socket: DeviceSocket, frame: TicketDeviceFrame, canReply: boolean): Promise<void> {
    // Frames that a device sends by itself are not counted as requests of the person.
    const isAllowed =
      frame.type === 'ticket-received' || frame.type === 'ticket-read' || socket.budget?.spendRequest(scheduler.now());
    if (!isAllowed && !canReply) return;
    if (!isAllowed) return refuse(socket, tooMany, frame.type);
    const answer = await tickets.take(socket, frame);
    if (answer !== null) socket.sendFrame(answer);
  }

  function accepted({ deviceId, answer }: DeviceSocket, { commandId }: Frame<'accepted'>): void {
    if (answer?.commandId === commandId) engine.accept({ deviceId, answer });
  }

  return function receive(socket: DeviceSocket, data: Buffer, isBinary: boolean, canReply: boolean): void {
    const unread = checkUnparsedFrame(data);
    if (unread && socket.saidHello) {
      // A device over its budget gets no error messages, because they would cost the server more than the device.
      if (canReply) refuse(socket, unread.reason, unread.about);
      return;
    }
    const frame = isBinary || unread ? undefined : readFrame(data);
    if (!socket.saidHello) {
      if (frame?.type === 'hello') hello(socket, frame);
      else socket.disconnect(deviceSocketClose.refused, 'the first frame must be hello');
    } else if (!frame) {
      if (canReply) refuse(socket, 'The frame is not valid.');
    } else if (socket.deviceId === 0 || frame.type === 'hello') {
      if (canReply) refuse(socket, 'Say hello once, and wait for the welcome.', frame.type);
    } else if (frame.type === 'heartbeat') heartbeat(socket, frame);
    else if (frame.type === 'ping') socket.sendFrame({ type: 'pong' });
    else if (frame.type === 'accepted') accepted(socket, frame);
    else if (frame.type === 'rows') rows(socket, frame, data.length);
    else if (frame.type === 'result') result(socket, frame);
    else if (frame.type === 'failed') failed(socket, frame);
    else if (frame.type === 'progress') progress(socket, frame);
    else if (frame.type === 'live-points') livePoints(socket, frame);
    else if (frame.type === 'live-end') liveEnd(socket, frame, canReply);
    else if (frame.type === 'live-view-end') liveViewEnd(socket, frame, canReply);
    else if (frame.type === 'notification-state') notificationState(socket, frame);
    else if (frame.type === 'consent-seen') consentSeen(socket, frame);
    else if (isTicketFrame(frame)) void ticket(socket, frame, canReply);
    else void handlePersonRequest(socket, frame, canReply);
  };
}

/** Removes capabilities that this server does not know: a newer client may have more, a hostile one may send any text. */
function knownGrants({ capabilities: named, ...told }: ReportedGrants): ReportedGrants {
  return { ...told, capabilities: named.filter((name) => Object.hasOwn(capabilities, name)) };
}

/**
 * Removes commands from a client's offers that this server does not know: a newer client may have more, a hostile one may
 * send any text.
 */
function knownOffers({ commands, refusals, lists }: Offers): Offers {
  const reasons = commandTypes.flatMap((type): [CommandType, string][] => {
    const reason = Object.hasOwn(refusals, type) ? refusals[type] : undefined;
    return reason === undefined || commands.includes(type) ? [] : [[type, storableText(reason)]];
  });
  return {
    commands: commandTypes.filter((type) => commands.includes(type)),
    refusals: Object.fromEntries(reasons),
    ...(lists && { lists }),
  };
}

function readFrame(data: Buffer): DeviceFrame | undefined {
  try {
    return deviceFrame.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
