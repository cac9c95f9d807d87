import { isTicketFrame, specTicketCategories, ticketCategories, type GatewayFrame } from '@fairwatch/contract';
import type { createCommandRunner } from '../commands/command-runner.ts';
import { sendAnswer } from '../commands/send-answer.ts';
import type { Connection } from '../connection/connection.ts';
import type { Link } from '../connection/link.ts';
import type { LiveLocation } from '../live-location/live-location.ts';
import type { LiveView } from '../live-view/live-view.ts';
import type { OwnNotice } from '../sharing/own-notice.ts';
import type { PushRequest } from '../sharing/push-request.ts';
import type { RequestQueue } from '../sharing/request-queue.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { OwnTickets } from '../tickets/tickets.ts';
import type { OwnArchive } from './archive.ts';
import type { DeviceClientOptions, Ending, Supervision } from './device-options.ts';
import type { createInbox } from './inbox.ts';
import type { KnownLog } from './known-log.ts';

/** The parts of a device that frames of the server are for. */
interface FrameReceivers {
  link: Link;
  sharing: Sharing;
  knownLog: KnownLog;
  notice: OwnNotice;
  inbox: ReturnType<typeof createInbox>;
  tickets: OwnTickets;
  archive: OwnArchive;
  live: LiveLocation;
  liveView: LiveView;
  requests: RequestQueue;
  push: PushRequest;
  commands: ReturnType<typeof createCommandRunner>;
  options: Pick<DeviceClientOptions, 'log' | 'onWatches' | 'onTicketCategories'>;
  onSupervision(supervision: Supervision): void;
  /** An admin has ended the device. The server closes the connection. */
  onEnded(ending: Ending): void;
}

/** Hands each frame of the server to the part of the device that it is for. */
export function createFrameRouter(parts: FrameReceivers) {
  const { link, sharing, knownLog, notice, inbox, tickets, archive, requests, push, commands, options } = parts;
  const { live, liveView } = parts;

  async function welcomed(frame: Extract<GatewayFrame, { type: 'welcome' }>, connection: Connection): Promise<void> {
    link.welcomed();
    sharing.welcomed(frame);
    knownLog.welcomed(frame.logHead);
    if (frame.ground) await notice.supervisedOn(frame.ground);
    await notice.uses(frame.usedKinds);
    offerCategories(frame.ticketCategories);
    options.log('connected');
    inbox.connected();
    tickets.connected();
    archive.connected();
    live.connected();
    requests.connected((request) => void connection.send(request));
    notice.agreedTo(frame.readNotice);
  }

  /** A server that tells none offers SPEC's; a category that this client does not know is left out. */
  function offerCategories(told: readonly string[] = specTicketCategories): void {
    options.onTicketCategories?.(ticketCategories.filter((name) => told.includes(name)).toSorted(byPlaceIn(told)));
  }

  return async function receive(frame: GatewayFrame, connection: Connection): Promise<void> {
    if (frame.type !== 'welcome' && 'logHead' in frame) knownLog.told(frame.logHead);
    switch (frame.type) {
      case 'welcome':
        return await welcomed(frame, connection);
      case 'refused':
        options.log(`the server refused a frame: ${frame.reason}`);
        tickets.refused(frame.about, frame.reason);
        push.refused(frame.about, frame.reason);
        return requests.refused(frame.about, frame.reason);
      case 'ended':
        return parts.onEnded({ endedBy: frame.endedBy, reason: frame.reason, endedAt: frame.endedAt });
      case 'pong':
        return;
      case 'kinds':
        sharing.narrowed(frame.capabilities);
        offerCategories(frame.ticketCategories);
        return await notice.uses(frame.usedKinds);
      case 'watches':
        return options.onWatches?.({ watches: frame.watches, more: frame.more });
      case 'supervision': {
        const { admins, moreAdmins, keptDays, pushKey, pushSubscribed } = frame;
        parts.onSupervision({ admins, moreAdmins, keptDays, pushKey, pushSubscribed });
        return push.supervised();
      }
      case 'cancel':
        live.cancel(frame.commandId);
        liveView.cancel(frame.commandId);
        return commands.cancel(frame.commandId);
      case 'live-stop':
        return live.receive(frame);
      case 'live-view-stop':
      case 'live-view-viewers':
      case 'live-view-rate':
        return liveView.receive(frame);
      case 'consent-request':
        return inbox.ask(frame);
      case 'consent-request-withdrawn':
        return inbox.takeBack(frame);
      case 'notification':
        return inbox.notify(frame);
      case 'command': {
        const { commandId, commandType } = frame;
        const { answer, signal } = commands.run(frame);
        const given = await answer;
        const told = commandType === 'LIVE_VIEW' ? liveView.answerOf(commandId, given) : given;
        await sendAnswer(connection, commandId, told, signal);
        live.answered(commandId);
        return liveView.answered(commandId);
      }
      case 'grants':
        requests.answered(frame);
        return notice.agreedTo(frame.readNotice);
      case 'archive':
        requests.answered(frame);
        return archive.receive(frame);
      default:
        return isTicketFrame(frame) ? tickets.receive(frame) : requests.answered(frame);
    }
  };
}

const byPlaceIn = (told: readonly string[]) => (one: string, other: string) => told.indexOf(one) - told.indexOf(other);
