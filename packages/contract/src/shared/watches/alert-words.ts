import { daysText } from '../../core/fields/day-names.ts';
import { nameInSentence } from '../../core/fields/written-text.ts';
import { hoursText } from '../times/sharing-hours.ts';
import type { AlertCondition, AlertEvent, TimedCondition } from './alert.ts';

/** The words of a condition, as admins and the people of its devices read them: "Enters School". `zone` is the name of its zone. */
export function conditionWords(condition: AlertCondition, zone = ''): string {
  switch (condition.on) {
    case 'ENTERS_ZONE':
      return `Enters ${nameInSentence(zone)}${withinWords(condition)}`;
    case 'LEAVES_ZONE':
      return `Leaves ${nameInSentence(zone)}${withinWords(condition)}`;
    case 'NOT_ARRIVED':
      return `Has not arrived at ${nameInSentence(zone)} by ${timeWords(condition)}`;
    case 'LEFT_BEFORE':
      return `Leaves ${nameInSentence(zone)} before ${timeWords(condition)}`;
    case 'OFFLINE':
      return `Offline longer than ${durationWords(condition.minutes)}`;
    case 'BATTERY_BELOW':
      return `Battery below ${condition.percent}%`;
    case 'STORAGE_BELOW':
      return `Free storage below ${condition.percent}%`;
    case 'APP_APPEARED':
      return condition.app === undefined ? 'An app appears' : `An app appears: ${nameInSentence(condition.app)}`;
    case 'APP_GONE':
      return condition.app === undefined ? 'An app goes' : `An app goes: ${nameInSentence(condition.app)}`;
    case 'SHARING_CHANGED':
      return 'Sharing changes';
    case 'SHARING_PAUSED':
      return 'Sharing is paused';
    case 'RUN_FAILED':
      return 'A request to it fails';
    case 'APP_VERSION_BELOW':
      return `App older than ${condition.version}`;
  }
}

/** The same in simple words, for a child whose guardian agreed. */
export function simpleConditionWords(condition: AlertCondition, zone = ''): string {
  switch (condition.on) {
    case 'ENTERS_ZONE':
      return `They get a message when you arrive at ${nameInSentence(zone)}`;
    case 'LEAVES_ZONE':
      return `They get a message when you leave ${nameInSentence(zone)}`;
    case 'NOT_ARRIVED':
      return `They get a message when you are not at ${nameInSentence(zone)} by ${condition.time}`;
    case 'LEFT_BEFORE':
      return `They get a message when you leave ${nameInSentence(zone)} before ${condition.time}`;
    case 'OFFLINE':
      return 'They get a message when this phone is off for a while';
    case 'BATTERY_BELOW':
      return 'They get a message when the battery is nearly empty';
    case 'STORAGE_BELOW':
      return 'They get a message when this phone is nearly full';
    case 'APP_APPEARED':
      return 'They get a message when you install an app';
    case 'APP_GONE':
      return 'They get a message when you delete an app';
    case 'SHARING_CHANGED':
      return 'They get a message when you change what you share';
    case 'SHARING_PAUSED':
      return 'They get a message when you press Pause';
    case 'RUN_FAILED':
      return 'They get a message when this phone did not answer';
    case 'APP_VERSION_BELOW':
      return 'They get a message when this app is too old';
  }
}

/** What happened, in the past tense: "Entered School". `about` names what it is about, such as the app, or what is not known; empty for nothing. */
export function beganWords(
  condition: AlertCondition,
  { zone = '', about = '' }: { zone?: string; about?: string },
): string {
  const named = (words: string) => (about === '' ? words : `${words}: ${nameInSentence(about)}`);
  switch (condition.on) {
    case 'ENTERS_ZONE':
      return `Entered ${nameInSentence(zone)}`;
    case 'LEAVES_ZONE':
      return `Left ${nameInSentence(zone)}`;
    case 'NOT_ARRIVED':
      return `Did not arrive at ${nameInSentence(zone)} by ${condition.time}${about === '' ? '' : ` (${about})`}`;
    case 'LEFT_BEFORE':
      return `Left ${nameInSentence(zone)} before ${condition.time}`;
    case 'APP_APPEARED':
      return named('App appeared');
    case 'APP_GONE':
      return named('App gone');
    case 'SHARING_CHANGED':
      return 'Sharing changed';
    case 'SHARING_PAUSED':
      return 'Sharing paused';
    case 'RUN_FAILED':
      return named('Request failed');
    default:
      return conditionWords(condition);
  }
}

/** How each condition that lasts is said to be over. */
const over: Partial<Record<AlertEvent, string>> = {
  ENTERS_ZONE: 'Left again',
  LEAVES_ZONE: 'Came back',
  LEFT_BEFORE: 'Came back',
  OFFLINE: 'Online again',
  BATTERY_BELOW: 'Battery recovered',
  STORAGE_BELOW: 'Storage recovered',
  SHARING_PAUSED: 'Sharing resumed',
  APP_VERSION_BELOW: 'App updated',
};

/** How an alert is over: "Left again". */
export function overWords(event: AlertEvent): string {
  return over[event] ?? 'Over';
}

function timeWords({ time, days, timeZone }: TimedCondition): string {
  return `${time}, ${daysText(days)} (${timeZone})`;
}

function withinWords({ hours }: Extract<AlertCondition, { on: 'ENTERS_ZONE' | 'LEAVES_ZONE' }>): string {
  return hours === null ? '' : `, ${hoursText(hours)}`;
}

/** Minutes in words: `10 minutes`, `2 hours`, `1 hour 30 minutes`, `3 days`. */
function durationWords(minutes: number): string {
  const units: readonly [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ];
  return units
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
