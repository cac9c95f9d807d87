import {
  capabilities,
  commandCatalogue,
  contentPath,
  deviceFeatures,
  endpoints,
  type Capability,
  type CommandType,
} from '@fairwatch/contract';
import type { RecordedEntry } from './person.store.ts';

const features = Object.values(deviceFeatures);
const refusalWords: Readonly<Record<string, string>> = {
  consent_missing: 'not shared',
  device_paused: 'sharing was paused',
  device_not_found: 'not an admin of this device',
};

/** What an entry says, in words for the person who carries the device. */
export function logWords({ action, subject, details }: Pick<RecordedEntry, 'action' | 'subject' | 'details'>): string {
  switch (action) {
    case 'JOIN':
      return `joined and shares ${namesOf(details['capabilities'])}`;
    case 'CONSENT':
      return `changed what is shared to ${namesOf(details['capabilities'])}`;
    case 'PAUSE':
      return 'paused sharing';
    case 'RESUME':
      return 'resumed sharing';
    case 'LEAVE':
      return 'left; what was collected was deleted';
    case 'READ':
      return `looked at ${thing(subject)}`;
    case 'COMMAND':
      return `asked for ${thing(subject)}`;
    case 'CANCEL':
      return `cancelled the request for ${commandThing(details['commandType'])}`;
    case 'DELETE':
      return `deleted something: ${thing(subject)}`;
    case 'REFUSED_READ':
      return `tried to look at ${thing(subject)} and was refused: ${refusal(details['reason'])}`;
    case 'REFUSED_COMMAND':
      return `tried to ask for ${thing(subject)} and was refused: ${refusal(details['reason'])}`;
    default:
      return `${action.toLowerCase().replaceAll('_', ' ')}: ${thing(subject)}`;
  }
}

/** What a call is about, as the notice calls it. */
function thing(path: string): string {
  const feature = features.find(({ list, update }) => list.path === path || update.path === path);
  if (feature) return capabilities[feature.capability].title;
  if (path.startsWith(`${contentPath}/`)) return `files of ${namesOf([path.slice(contentPath.length + 1)])}`;
  const called = features.find(({ history }) => history.path === path);
  if (called) return `the requests for ${capabilities[called.capability].title}`;
  const summary = endpoints.find((endpoint) => endpoint.path === path)?.summary;
  return summary ? `"${summary}"` : path;
}

function commandThing(commandType: unknown): string {
  const facts = commandCatalogue[commandType as CommandType] as { capability: Capability } | undefined;
  return facts ? capabilities[facts.capability].title : String(commandType);
}

function namesOf(granted: unknown): string {
  const names = Array.isArray(granted) ? granted.map((name) => capabilities[name as Capability]?.title ?? name) : [];
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function refusal(reason: unknown): string {
  return refusalWords[String(reason)] ?? String(reason);
}
