import {
  can,
  commandCatalogue,
  commandTypes,
  deviceSocketPath,
  endpoints,
  type AuditDetails,
  type Capability,
} from '@fairwatch/contract';
import { contentReads } from './reads/content-reads.ts';
import type { findDisclosures } from '../devices/devices.store.ts';
import type { ShownDetails } from './visits/visits.ts';
import type { Session } from '../session.ts';

type Disclosures = Awaited<ReturnType<typeof findDisclosures>>;

/**
 * The details that name no part of the data, which every admin may read. Names of contacts or files must not reach an admin
 * through the log who may not see the data itself.
 */
const impersonalDetails = [
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

/**
 * Removes the parts from an entry's details when the admin may not see this kind of data. It is for lists over many devices,
 * so it does not check what each person shares now.
 */
export function namedFor<Details extends Readonly<AuditDetails>>(
  session: Session,
  subject: string,
  details: Details,
): Details {
  return subject === deviceSocketPath || canNameParts(session, subject, details) ? details : withoutParts(details);
}

/** Lists the subjects whose parts an admin may see; a search is limited to them, so that it does not find what is hidden. */
export function nameableSubjects(session: Session): string[] {
  const paths = [...endpoints, ...contentReads].map(({ path }) => path);
  return [deviceSocketPath, ...paths.filter((path) => canNameParts(session, path, {}))];
}

/**
 * Returns the filter for the log of one device: an admin sees the parts of data they may see themselves, while the person
 * shares it.
 */
export function shownTo(session: Session, disclosures: Disclosures): ShownDetails {
  return ({ subject, details }) => {
    if (details === null || canSeeParts(session, disclosures, subject, details)) return details;
    return withoutParts(details);
  };
}

function withoutParts<Details extends Readonly<AuditDetails>>(details: Details): Details {
  return Object.fromEntries(Object.entries(details).filter(([key]) => impersonalDetails.includes(key))) as Details;
}

/** Checks the admin's permissions only, not what the person shares. */
function canNameParts(session: Session, subject: string, details: Readonly<AuditDetails>): boolean {
  const capability = capabilityOf(subject, details);
  if (capability !== null) {
    return endpoints.some((each) => each.device?.capability === capability && can(session, each));
  }
  const endpoint = endpoints.find(({ path }) => path === subject);
  return endpoint !== undefined && (endpoint.access === 'device' || can(session, endpoint));
}

function canSeeParts(
  session: Session,
  disclosures: Disclosures,
  subject: string,
  details: Readonly<AuditDetails>,
): boolean {
  // What the person did on their device concerns their own decisions, which the overview shows as well.
  if (subject === deviceSocketPath) return true;
  const capability = capabilityOf(subject, details);
  return capability === null ? canNameParts(session, subject, details) : disclosures.get(capability) === null;
}

/** Finds the capability that an entry is about; null when it is about the device or its person as such. */
function capabilityOf(subject: string, details: Readonly<AuditDetails>): Capability | null {
  const type = commandTypes.find((each) => each === details['commandType']);
  if (type !== undefined) return commandCatalogue[type].capability;
  const files = contentReads.find(({ path }) => path === subject);
  return files?.capability ?? endpoints.find(({ path }) => path === subject)?.device?.capability ?? null;
}
