import { quoted, type AuditDetails } from '@fairwatch/contract';
import { alertSentence, areaOf, becauseWords, timesWords } from './fact-words.ts';
import { retellRunTitle } from '../../texts/run-titles.ts';
import { logText } from './log-texts.ts';

/** Describes what happened to a schedule that watches the device. */
export function scheduleWords(details: Readonly<AuditDetails>): string {
  const { what, schedule, purpose, because } = details;
  const name = logText('schedule.name', { name: quoted(String(schedule)) });
  switch (what) {
    case 'set':
    case 'joined':
    case 'changed':
    case 'resumed': {
      const facts = {
        name,
        title: retellRunTitle(String(details['title'])),
        when: timesWords(details),
        purpose: quoted(String(purpose)),
      };
      return logText(`schedule.${what}`, { plan: logText('schedule.plan', facts) });
    }
    case 'removed':
      return logText('schedule.removed', { name });
    default: {
      const text = logText(what === 'deleted' ? 'schedule.deleted' : 'schedule.paused', { name });
      return because === undefined ? text : logText('with.because', { text, why: becauseWords(details) });
    }
  }
}

/** Describes what happened to a zone that is for the device, or to several at once. */
export function zoneWords(details: Readonly<AuditDetails>): string {
  const { what, zone, count = 1 } = details;
  const isOne = count <= 1;
  const name = isOne
    ? logText('zone.name', { zone: String(zone) })
    : logText('zone.several', { count, zone: String(zone) });
  const area = areaOf(details);
  const plan = area === null ? name : logText('zone.plan', { name, area });
  switch (what) {
    case 'removed':
    case 'deleted':
      return logText(`zone.${what}`, { name });
    case 'joined':
    case 'changed':
      return logText(`zone.${what}`, { plan });
    default:
      return logText('zone.set', { plan });
  }
}

/** Describes what happened to an alert rule, that it fired or is over, or to whom it told so. */
export function alertWords(details: Readonly<AuditDetails>): string {
  const { what, rule, purpose, to, count = 1 } = details;
  const name =
    count > 1
      ? logText('alert.several', { count, rules: String(rule) })
      : logText('alert.name', { rule: quoted(String(rule)) });
  const words = alertSentence(details);
  switch (what) {
    case 'fired':
    case 'ended':
      return logText(`alert.${what}`, { name, words: quoted(words) });
    // Before rules were logged when they fire, these were the words of what was told.
    case 'rang':
    case 'over':
    case 'told':
      return logText('alert.told', { name, to: String(to), words: quoted(words) });
    case 'joined':
      return details.words === undefined
        ? logText('alert.joinedSeveral', { name })
        : logText('alert.joined', { name, words, purpose: quoted(String(purpose)) });
    case 'removed':
    case 'deleted':
      return logText(`alert.${what}`, { name });
    case 'switched off':
      return logText('alert.switchedOff', { name });
    default: {
      const change = what === 'switched on' ? 'switchedOn' : what === 'changed' ? 'changed' : 'set';
      return logText(`alert.${change}`, { name, words, purpose: quoted(String(purpose)) });
    }
  }
}
