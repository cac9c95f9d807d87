import { daysText } from '../../core/fields/day-names.ts';
import { nameInSentence } from '../../core/fields/written-text.ts';
import { retell } from '../../core/texts/retell.ts';
import { translator } from '../../core/texts/translator.ts';
import { hoursText } from '../times/sharing-hours.ts';
import type { AlertCondition, AlertEvent, TimedCondition } from './alert.ts';
import texts from './alert-words.texts.json' with { type: 'json' };

const t = translator('contract/alert-words', texts);

/** The words of a condition, as admins and the people of its devices read them: "Enters School". `zone` is the name of its zone. */
export function conditionWords(condition: AlertCondition, zone = ''): string {
  const named = { zone: nameInSentence(zone) };
  switch (condition.on) {
    case 'ENTERS_ZONE':
    case 'LEAVES_ZONE':
      return withinWords(t(`condition.${condition.on}`, named), condition);
    case 'NOT_ARRIVED':
    case 'LEFT_BEFORE':
      return t(`condition.${condition.on}`, { ...named, time: timeWords(condition) });
    case 'OFFLINE':
      return t('condition.OFFLINE', { duration: durationWords(condition.minutes) });
    case 'BATTERY_BELOW':
    case 'STORAGE_BELOW':
      return t(`condition.${condition.on}`, { percent: condition.percent });
    case 'APP_APPEARED':
    case 'APP_GONE':
      return withName(t(`condition.${condition.on}`), condition.app);
    case 'APP_VERSION_BELOW':
      return t('condition.APP_VERSION_BELOW', { version: condition.version });
    default:
      return t(`condition.${condition.on}`);
  }
}

/** The same in simple words, for a child whose guardian agreed. */
export function simpleConditionWords(condition: AlertCondition, zone = ''): string {
  const time = 'time' in condition ? condition.time : '';
  return t(`forChild.${condition.on}`, { zone: nameInSentence(zone), time });
}

/** What happened, in the past tense: "Entered School". `about` names what it is about, such as the app, or what is not known; empty for nothing. */
export function beganWords(
  condition: AlertCondition,
  { zone = '', about = '' }: { zone?: string; about?: string },
): string {
  const named = { zone: nameInSentence(zone) };
  switch (condition.on) {
    case 'ENTERS_ZONE':
    case 'LEAVES_ZONE':
      return t(`began.${condition.on}`, named);
    case 'NOT_ARRIVED': {
      const text = t('began.NOT_ARRIVED', { ...named, time: condition.time });
      return about === '' ? text : t('about', { text, about });
    }
    case 'LEFT_BEFORE':
      return t('began.LEFT_BEFORE', { ...named, time: condition.time });
    case 'APP_APPEARED':
    case 'APP_GONE':
    case 'RUN_FAILED':
      return withName(t(`began.${condition.on}`), about);
    case 'SHARING_CHANGED':
    case 'SHARING_PAUSED':
      return t(`began.${condition.on}`);
    default:
      return conditionWords(condition);
  }
}

/** The stored words of an alert or of its rule, in the language that is selected. */
export function retellAlert(stored: string): string {
  return retell('contract/alert-words', texts, ['began', 'over', 'condition'], stored);
}

/** How an alert is over: "Left again". */
export function overWords(event: AlertEvent): string {
  return t(`over.${event in texts.over ? (event as keyof typeof texts.over) : 'other'}`);
}

function withName(text: string, name = ''): string {
  return name === '' ? text : t('named', { text, name: nameInSentence(name) });
}

function timeWords({ time, days, timeZone }: TimedCondition): string {
  return t('timeOn', { time, days: daysText(days), zone: timeZone });
}

function withinWords(text: string, { hours }: Extract<AlertCondition, { on: 'ENTERS_ZONE' | 'LEAVES_ZONE' }>): string {
  return hours === null ? text : t('within', { text, hours: hoursText(hours) });
}

/** Minutes in words: `10 minutes`, `2 hours`, `1 hour 30 minutes`, `3 days`. */
function durationWords(minutes: number): string {
  const units = [
    ['days', Math.floor(minutes / 1440)],
    ['hours', Math.floor((minutes % 1440) / 60)],
    ['minutes', minutes % 60],
  ] as const;
  return units
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(`duration.${unit}`, { count }))
    .reduce((first, second) => t('duration.both', { first, second }));
}
