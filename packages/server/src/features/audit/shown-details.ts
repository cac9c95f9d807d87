import {
  can,
  commandCatalogue,
  commandTypes,
  deviceSocketPath,
  endpoints,
  type AuditDetails,
  type Capability,
} from '@fairwatch/contract';
import { contentReads } from '../../core/blobs/content-reads.ts';
import type { DeviceAccess } from '../../core/devices/devices.store.ts';
import type { ShownDetails } from '../../core/devices/person/visits.ts';
import type { Session } from '../../core/http/route.ts';

/** How much, how and why, but not which part: whoever may not see the data does not learn its names from the log. */
const impersonal = [
  'count',
  'total',
  'page',
  'how',
  'reason',
  'approvedBy',
  'commandId',
  'commandType',
  'capability',
  'madeAt',
];

/** Without the parts, where an admin may not see the data of this kind. For lists over many devices, whoever shares it now. */
export function namedFor<Details extends Readonly<AuditDetails>>(
  session: Session,
  subject: string,
  details: Details,
): Details {
  return subject === deviceSocketPath || mayNameParts(session, subject, details) ? details : withoutParts(details);
}

/** The subjects whose parts an admin may see, for a search in them: what is hidden is not found either. */
export function nameableSubjects(session: Session): string[] {
  const paths = [...endpoints, ...contentReads].map(({ path }) => path);
  return [deviceSocketPath, ...paths.filter((path) => mayNameParts(session, path, {}))];
}

/** What of a device's log an admin sees: the parts of what they may see themselves, as long as the person shares it. */
export function shownTo(session: Session, device: DeviceAccess | undefined): ShownDetails {
  return ({ subject, details }) => {
    if (details === null || maySee(session, device, subject, details)) return details;
    return withoutParts(details);
  };
}

function withoutParts<Details extends Readonly<AuditDetails>>(details: Details): Details {
  return Object.fromEntries(Object.entries(details).filter(([key]) => impersonal.includes(key))) as Details;
}

/** By the admin's permissions alone. */
function mayNameParts(session: Session, subject: string, details: Readonly<AuditDetails>): boolean {
  const capability = capabilityOf(subject, details);
  if (capability !== null) {
    return endpoints.some((each) => each.device?.capability === capability && can(session, each));
  }
  const endpoint = endpoints.find(({ path }) => path === subject);
  return endpoint !== undefined && (endpoint.access === 'device' || can(session, endpoint));
}

function maySee(
  session: Session,
  device: DeviceAccess | undefined,
  subject: string,
  details: Readonly<AuditDetails>,
): boolean {
  // What the person did themselves over their socket is about their own decisions, which an overview shows too.
  if (subject === deviceSocketPath) return true;
  if (!mayNameParts(session, subject, details)) return false;
  const capability = capabilityOf(subject, details);
  if (capability === null) return true;
  return device !== undefined && !device.paused && !device.held && device.capabilities.includes(capability);
}

/** The kind of data that an entry is about; null when it is about the device or its person as such. */
function capabilityOf(subject: string, details: Readonly<AuditDetails>): Capability | null {
  const type = commandTypes.find((each) => each === details['commandType']);
  if (type !== undefined) return commandCatalogue[type].capability;
  const files = contentReads.find(({ path }) => path === subject);
  return files?.capability ?? endpoints.find(({ path }) => path === subject)?.device?.capability ?? null;
}
