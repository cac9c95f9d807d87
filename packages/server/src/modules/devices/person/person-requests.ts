import { isDeepStrictEqual } from 'node:util';
import {
  beginningText,
  capabilities as allCapabilities,
  commandCatalogue,
  commandTypes,
  deviceSocketPath,
  errorText,
  hoursText,
  isWithinHours,
  limits,
  noticeVersion,
  inLanguage,
  sourceLanguage,
  toPerson,
  type Language,
  type Capability,
  type CommandType,
  type DeviceFrame,
  type GatewayFrame,
  type Ground,
  type LogHead,
  type SharingHours,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { SharingChange } from '../../../shared/notify/device-event.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { archiveFrame } from '../../device-data/archives/shown-archive.ts';
import { requestArchive } from '../../device-data/archives/request-archive.ts';
import { isShownNotice } from '../../consent/shown-notice.ts';
import { declineRequest, grantRequests } from '../../consent/requests/consent-requests.store.ts';
import { DeviceMoved, type DeviceConnection } from '../../../shared/device-connection.ts';
import { createDeviceQueue } from '../../../shared/device-state/device-queue.ts';
import { reasonForAll, leaveDevice } from './leave-device.ts';
import { cancelOpenCommand, changeConsent, isLatestConsent, setHours, setPaused } from './person.store.ts';
import { findLogHead, readLog } from '../../../shared/audit/device-log.store.ts';
import { lockConnected, type PersonsDevice } from '../../../shared/device-state/persons-device.store.ts';
import { inWords, readVisit, readVisits } from '../../../shared/audit/visits/visits.ts';
import { subscribe } from './subscribe.ts';
import { cancelPushNotifications } from '../../support/push-notifications/push-notifications.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';
import { endLiveLocation } from '../../places/live-location/live-sessions.ts';
import { endLiveView } from '../../device-data/live-view/live-views.ts';
import { publishChange, type Change } from './sharing-change.ts';

/** The frames with which a device passes on a request of its person. */
export type PersonFrame = Extract<
  DeviceFrame,
  {
    type:
      | 'consent'
      | 'consent-decline'
      | 'pause'
      | 'resume'
      | 'hours'
      | 'push-subscription'
      | 'leave'
      | 'log-request'
      | 'archive-request';
  }
>;
type Consent = Extract<DeviceFrame, { type: 'consent' }>;
type LogRequest = Extract<DeviceFrame, { type: 'log-request' }>;

/** A page of the device's own log, and in which language it is read. */
interface OwnPage {
  before: number | null;
  withFacts: boolean;
  language: Language;
}

export interface PersonRequests {
  /** Carries out a request of the person. Returns the frame for the device, or the text of a refusal; null for nothing to send. */
  take(connection: DeviceConnection, frame: PersonFrame): Promise<GatewayFrame | string | null>;
  /** Resolves when all requests so far are done. */
  idle(): Promise<void>;
}

/**
 * Handles the requests of a device's person: they read the log, change what they share and when, pause, resume and leave. `onMoved` is
 * called instead of an answer when the device has connected to another server since: it repeats the request there.
 */
export function createPersonRequests(
  services: Services,
  tables: readonly RowTable[],
  onMoved: (connection: DeviceConnection) => void,
): PersonRequests {
  const { db, bus, log } = services;
  /** The requests of a device run one at a time, so that a pause and a resume keep their order. */
  const queue = createDeviceQueue();

  /** Changes what a device shares in one transaction, tells everybody, and returns the grants; the text of a refusal when there is one. */
  async function change(
    connection: DeviceConnection,
    apply: (transaction: Database, device: PersonsDevice) => Promise<Change | string>,
  ): Promise<GatewayFrame | string> {
    const changed = await db.transaction().execute(async (transaction) => {
      const device = await lockConnected(transaction, connection);
      return device ? await apply(transaction, device) : errorText('device_not_found');
    });
    if (typeof changed === 'string') return changed;
    publishChange(services, changed);
    return grantsFrame(changed.device, changed.logHead);
  }

  async function consent(connection: DeviceConnection, frame: Consent): Promise<GatewayFrame | string> {
    const { deviceId } = connection;
    return await change(connection, async (transaction, device) => {
      // Read under the lock of the device, which a change of the kinds takes too.
      const { usedKinds } = await readFace(transaction);
      const used = new Set(frame.capabilities.filter((name) => usedKinds.includes(name)));
      const { type: _, ...wanted } = { ...frame, capabilities: [...used] };
      const isCurrentNotice = () => isCurrent(frame, device.ground, usedKinds);
      // Only new grants need the current notice: nobody has to accept a notice to withdraw something.
      const added = wanted.capabilities.filter((name) => !device.capabilities.includes(name));
      if (added.length > 0 && !(await isCurrentNotice())) return errorText('notice_outdated');
      const withdrawn = device.capabilities.filter((name) => !wanted.capabilities.includes(name));
      const isSame = added.length + withdrawn.length === 0;
      // Whoever agrees to a newer notice, and changes nothing else, has read its text.
      const hasRead = isSame && wanted.noticeVersion > device.readNotice;
      if (hasRead && !(await isCurrentNotice())) return errorText('notice_outdated');
      // A kind that was taken away and given back is granted anew, by the same list as before.
      if (isSame && (await isLatestConsent(transaction, device, wanted)))
        return { device, touched: [], isUnchanged: true };
      const keepsNotice = added.length === 0 && !hasRead;
      await changeConsent(transaction, device, wanted, { keepsNotice });
      await grantRequests(transaction, deviceId, added);
      if (withdrawn.includes('NOTIFICATIONS')) await cancelPushNotifications(transaction, deviceId);
      const cancelled = await cancelOpenCommand(transaction, deviceId, reasonsFor(withdrawn));
      const endedLive = withdrawn.includes('LOCATION')
        ? await endLiveLocation(transaction, deviceId, { end: 'WITHDRAWN' })
        : [];
      const endedLiveView = withdrawn.includes('CAMERA')
        ? await endLiveView(transaction, deviceId, { end: 'WITHDRAWN' })
        : [];
      const logHead = await appendAudit(transaction, {
        ...entryOf(device, 'CONSENT'),
        details: {
          noticeVersion: keepsNotice ? device.readNotice : wanted.noticeVersion,
          capabilities: wanted.capabilities,
          ...(hasRead && { what: 'read' }),
        },
      });
      const touched = tables.filter(({ feature }) => [...added, ...withdrawn].includes(feature.capability));
      return {
        device: {
          ...device,
          capabilities: wanted.capabilities,
          readNotice: keepsNotice ? device.readNotice : wanted.noticeVersion,
        },
        touched,
        cancelled,
        endedLive,
        endedLiveView,
        ...(!hasRead && { sharing: { added, withdrawn } }),
        logHead,
      };
    });
  }

  async function decline(connection: DeviceConnection, requestId: number): Promise<GatewayFrame | string> {
    const { deviceId } = connection;
    const declined = await db.transaction().execute(async (transaction) => {
      const device = await lockConnected(transaction, connection);
      if (!device) return errorText('device_not_found');
      const request = await declineRequest(transaction, deviceId, requestId);
      if (!request) return `This device was not asked under the number ${requestId}.`;
      const { capability, isNew } = request;
      if (!isNew) return device;
      const logHead = await appendAudit(transaction, { ...entryOf(device, 'DECLINE'), details: { capability } });
      return { ...device, logHead };
    });
    if (typeof declined === 'string') return declined;
    bus.publish('changed', { feature: 'consent-requests', deviceId });
    return grantsFrame(declined, 'logHead' in declined ? declined.logHead : undefined);
  }

  async function pause(connection: DeviceConnection, paused: boolean): Promise<GatewayFrame | string> {
    const { deviceId } = connection;
    return await change(connection, async (transaction, device) => {
      if (device.paused === paused) return { device, touched: [], isUnchanged: true };
      await setPaused(transaction, deviceId, paused);
      const reasons = reasonForAll('The person using this device paused sharing.');
      const cancelled = paused ? await cancelOpenCommand(transaction, deviceId, reasons) : undefined;
      const endedLive = paused ? await endLiveLocation(transaction, deviceId, { end: 'PAUSED' }) : [];
      const endedLiveView = paused ? await endLiveView(transaction, deviceId, { end: 'PAUSED' }) : [];
      const logHead = await appendAudit(transaction, entryOf(device, paused ? 'PAUSE' : 'RESUME'));
      const sharing: SharingChange = paused ? 'PAUSED' : 'RESUMED';
      return { device: { ...device, paused }, touched: tables, cancelled, endedLive, endedLiveView, sharing, logHead };
    });
  }

  async function changeHours(connection: DeviceConnection, hours: SharingHours | null): Promise<GatewayFrame | string> {
    const { deviceId } = connection;
    return await change(connection, async (transaction, device) => {
      if (isDeepStrictEqual(device.hours, hours)) return { device, touched: [], isUnchanged: true };
      await setHours(transaction, deviceId, hours);
      const now = new Date();
      const reasons = reasonForAll(errorText('outside_hours', { time: beginningText(hours, now) }));
      const isWithin = isWithinHours(hours, now);
      const cancelled = isWithin ? undefined : await cancelOpenCommand(transaction, deviceId, reasons);
      const endedLive = isWithin ? [] : await endLiveLocation(transaction, deviceId, { end: 'OUTSIDE_HOURS' });
      const endedLiveView = isWithin ? [] : await endLiveView(transaction, deviceId, { end: 'OUTSIDE_HOURS' });
      const logHead = await appendAudit(transaction, {
        ...entryOf(device, 'HOURS'),
        details: { hours: hoursText(hours), weekHours: hours === null ? 'any' : JSON.stringify(hours) },
      });
      const sharing: SharingChange = { hours: hoursText(hours) };
      return { device: { ...device, hours }, touched: [], cancelled, endedLive, endedLiveView, sharing, logHead };
    });
  }

  async function leave({ deviceId, epoch }: DeviceConnection): Promise<null> {
    await leaveDevice(services, tables, { deviceId, epoch, entryOf: (device) => entryOf(device, 'LEAVE') });
    return null;
  }

  async function readOwnLog(deviceId: number, { before, withFacts, language }: OwnPage): Promise<GatewayFrame> {
    const { logPageSize } = limits.device;
    const found = await readLog(db, deviceId, before, logPageSize + 1);
    const entries = inLanguage(language, () =>
      found.slice(0, logPageSize).map((entry) => inWords(entry, toPerson, withFacts)),
    );
    const [newest] = before === null ? found : [];
    const logHead = newest && { sequence: newest.sequence, hash: newest.hash };
    return { type: 'log', entries, more: found.length > logPageSize, ...(logHead && { logHead }) };
  }

  async function readOwnVisits(deviceId: number, page: OwnPage): Promise<GatewayFrame> {
    // The head is read before the visits, so that an entry written in between is in the visits or reported later.
    const logHead = page.before === null ? await findLogHead(db, deviceId) : undefined;
    return {
      type: 'log-visits',
      ...(await readVisits(db, { deviceId, ...page })),
      ...(logHead && { logHead }),
    };
  }

  async function answerLog(
    { deviceId, language = sourceLanguage }: DeviceConnection,
    { before, grouped, visit, facts }: LogRequest,
  ): Promise<GatewayFrame> {
    const page = { before, withFacts: facts === true, language };
    if (visit) return { type: 'log', ...(await readVisit(db, { deviceId, ...page, ...visit })) };
    return grouped ? await readOwnVisits(deviceId, page) : await readOwnLog(deviceId, page);
  }

  async function archive(deviceId: number, language: string | undefined): Promise<GatewayFrame> {
    return archiveFrame(await requestArchive(services, { deviceId, by: null, language, entryOf: archiveEntryOf }));
  }

  async function run(connection: DeviceConnection, frame: PersonFrame): Promise<GatewayFrame | string | null> {
    const { deviceId } = connection;
    try {
      if (frame.type === 'consent') return await consent(connection, frame);
      if (frame.type === 'consent-decline') return await decline(connection, frame.requestId);
      if (frame.type === 'hours') return await changeHours(connection, frame.hours);
      if (frame.type === 'push-subscription') return await subscribe(services, connection, frame.subscription);
      if (frame.type === 'leave') return await leave(connection);
      if (frame.type === 'log-request') return await answerLog(connection, frame);
      if (frame.type === 'archive-request') return await archive(deviceId, frame.language);
      return await pause(connection, frame.type === 'pause');
    } catch (error) {
      if (error instanceof DeviceMoved) {
        onMoved(connection);
        return null;
      }
      if (error instanceof AppError) return error.message;
      log.error(
        { err: error, event: 'person.store_failed', deviceId, frame: frame.type },
        'Failed to store a decision of a person',
      );
      return 'This could not be done now. Please try again.';
    }
  }

  return {
    take: (connection, frame) => queue.run(connection.deviceId, () => run(connection, frame)),
    idle: () => queue.idle(),
  };
}

function archiveEntryOf(device: PersonsDevice): AuditEntry {
  return { ...entryOf(device, 'ARCHIVE'), details: { what: 'requested' } };
}

/** True when the person agreed to the current text of the notice for this ground. */
async function isCurrent(consent: Consent, ground: Ground, usedKinds: readonly Capability[]): Promise<boolean> {
  return consent.noticeVersion === noticeVersion && (await isShownNotice(consent, ground, usedKinds));
}

/** Returns the entry for the log of something the person did over the device's socket. */
function entryOf({ deviceId, userId, username }: PersonsDevice, action: AuditEntry['action']): AuditEntry {
  return { deviceId, actorId: userId, actorName: username, action, subject: deviceSocketPath };
}

/** Returns the commands that need a withdrawn capability, each with the reason for its end. */
function reasonsFor(withdrawn: readonly Capability[]): ReadonlyMap<CommandType, string> {
  const asking = commandTypes.filter((type) => withdrawn.includes(commandCatalogue[type].capability));
  return new Map(
    asking.map((type) => {
      const { title } = allCapabilities[commandCatalogue[type].capability];
      return [type, `The person using this device stopped sharing ${title}.`];
    }),
  );
}

function grantsFrame(
  { capabilities, paused, hours, readNotice }: PersonsDevice,
  logHead: LogHead | undefined,
): GatewayFrame {
  return { type: 'grants', capabilities, paused, hours, readNotice, ...(logHead && { logHead }) };
}
