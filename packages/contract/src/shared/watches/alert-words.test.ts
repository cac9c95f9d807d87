import { describe, expect, it } from 'vitest';
import { alertCondition, alertEvents, alertFacts, type AlertCondition, type AlertEvent } from './alert.ts';
import { beganWords, conditionWords, overWords, simpleConditionWords } from './alert-words.ts';

const hours = { timeZone: 'UTC', days: [{ day: 'MON' as const, from: '08:00', to: '17:00' }] };
const morning = { time: '08:15', days: ['MON' as const, 'TUE' as const, 'WED' as const], timeZone: 'UTC' };
const conditions: Record<AlertEvent, [condition: AlertCondition, words: string, began: string]> = {
  ENTERS_ZONE: [{ on: 'ENTERS_ZONE', zoneId: 1, hours }, 'Enters Home, Monday 08:00-17:00 (UTC)', 'Entered Home'],
  LEAVES_ZONE: [{ on: 'LEAVES_ZONE', zoneId: 1, hours: null }, 'Leaves Home', 'Left Home'],
  NOT_ARRIVED: [
    { on: 'NOT_ARRIVED', zoneId: 1, ...morning },
    'Has not arrived at Home by 08:15, Monday to Wednesday (UTC)',
    'Did not arrive at Home by 08:15 (Chess)',
  ],
  LEFT_BEFORE: [
    { on: 'LEFT_BEFORE', zoneId: 1, ...morning },
    'Leaves Home before 08:15, Monday to Wednesday (UTC)',
    'Left Home before 08:15',
  ],
  OFFLINE: [
    { on: 'OFFLINE', minutes: 1530 },
    'Offline longer than 1 day 1 hour 30 minutes',
    'Offline longer than 1 day 1 hour 30 minutes',
  ],
  BATTERY_BELOW: [{ on: 'BATTERY_BELOW', percent: 15 }, 'Battery below 15%', 'Battery below 15%'],
  STORAGE_BELOW: [{ on: 'STORAGE_BELOW', percent: 5 }, 'Free storage below 5%', 'Free storage below 5%'],
  APP_APPEARED: [{ on: 'APP_APPEARED', app: 'game' }, 'An app appears: game', 'App appeared: Chess'],
  APP_GONE: [{ on: 'APP_GONE' }, 'An app goes', 'App gone: Chess'],
  SHARING_CHANGED: [{ on: 'SHARING_CHANGED' }, 'Sharing changes', 'Sharing changed'],
  SHARING_PAUSED: [{ on: 'SHARING_PAUSED' }, 'Sharing is paused', 'Sharing paused'],
  RUN_FAILED: [{ on: 'RUN_FAILED' }, 'A request to it fails', 'Request failed: Chess'],
  APP_VERSION_BELOW: [{ on: 'APP_VERSION_BELOW', version: '1.2.3' }, 'App older than 1.2.3', 'App older than 1.2.3'],
};

describe('the words of alerts', () => {
  it.each(alertEvents)('%s: as a condition, as what happened, and how it is over', (event) => {
    const [condition, words, began] = conditions[event];
    expect(alertCondition.parse(condition)).toEqual(condition);
    expect(conditionWords(condition, 'Home')).toBe(words);
    expect(beganWords(condition, { zone: 'Home', about: 'Chess' })).toBe(began);
    expect(overWords(event) === 'Over').toBe(!alertFacts[event].lasts);
  });

  it('are simple for a child: what makes somebody get a message', () => {
    const simple = alertEvents.map((event) => simpleConditionWords(conditions[event][0], 'Home'));
    expect(new Set(simple).size).toBe(alertEvents.length);
    for (const words of simple) expect(words).toMatch(/^They get a message when /);
    expect(simple[0]).toBe('They get a message when you arrive at Home');
  });
});
