import {
  conditionWords,
  simpleConditionWords,
  timingWords,
  type AlertCondition,
  type ScheduleTiming,
  type Watch,
  type WatchKind,
} from '@fairwatch/contract';
import { retellRunTitle } from '../texts/run-titles.ts';
import { watchWords } from './watch-words.ts';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { isToldOfAlert } from '../disclosure/alert-disclosure.ts';
import { isActiveCreator, creatorHas } from './creator-sql.ts';
import { isUsedKind } from '../settings/used-kinds-sql.ts';
import { isTargetOf } from './target-sql.ts';
import { nameInFull, shownAccount } from '../shown-names.ts';

/** The facts of each kind that its words are made from. */
interface Facts {
  SCHEDULE: { title: string; timing: ScheduleTiming };
  ALERT_RULE: { condition: AlertCondition; zone: string; /** On behalf of a guardian. */ isGuarded: boolean };
  REPORT: { zone: string };
  ZONE: null;
}

/** A row of one of the sources below. */
export interface FoundWatch<Kind extends WatchKind = WatchKind> {
  kind: Kind;
  id: number;
  name: string;
  purpose: string;
  facts: Facts[Kind];
  setBy: string;
  setAt: string;
  paused: boolean;
  lastAt: string | null;
  /** False where the reader may not know when it last did something, or where that is not counted. */
  isLastKnown: boolean;
}

/** Who reads what watches a device: an admin by the id of their account, or the device's person, who is told everything. */
export type WatchReader = { adminId: number } | 'PERSON';

/** The name of the admin `u` who set a watch. The person also reads the username. */
export const setterFor = (reader: WatchReader): RawBuilder<string> => (reader === 'PERSON' ? nameInFull : shownAccount);

/**
 * The queries for what watches a device `d`, by kind. Schedules that are over are left out, and everything whose admin no longer has the device in their
 * scope, or that is about a kind of data which is not used. Plan: `schedule_devices_device`, then schedule and creator by primary key. The rules, zones and reports, of which an installation has some
 * hundred, are read whole for each device, with the group and the assignment by primary key.
 */
export function watchSources({
  now,
  reader,
}: {
  now: Date;
  reader: WatchReader;
}): Record<WatchKind, RawBuilder<unknown>> {
  const setBy = setterFor(reader);
  const isLocationUsed = isUsedKind(sql`'LOCATION'`);
  const isLastTold =
    reader === 'PERSON'
      ? sql`true`
      : isToldOfAlert({ admin: sql`${reader.adminId}::bigint`, capability: sql`w.capability` });
  return {
    SCHEDULE: sql`
      select 0 as rank, 'SCHEDULE' as kind, s.id, s.name, s.purpose, jsonb_build_object('title', s.title, 'timing', s.timing) as facts,
        ${setBy} as "setBy", ${isoTime(sql`s.created_at`)} as "setAt", s.paused_at is not null as paused,
        null::text as "lastAt", false as "isLastKnown"
      from schedule_devices sd join schedules s on s.id = sd.schedule_id join users u on u.id = s.created_by
      where sd.device_id = d.id and ${creatorHas(sql`sd.device_id`)}
        and (s.timing ->> 'until' is null or (s.timing ->> 'until')::timestamptz > ${now})`,
    ALERT_RULE: sql`
      select 1, 'ALERT_RULE', w.id, w.name, w.purpose, jsonb_build_object('condition', w.condition,
          'zone', coalesce((select z.name from zones z where z.id = w.zone_id), ''), 'isGuarded', d.guardian is not null),
        ${setBy}, ${isoTime(sql`w.created_at`)}, not w.is_on, case when told.is_told then (
          select ${isoTime(sql`max(a.began_at)`)} from alerts a where a.rule_id = w.id and a.device_id = d.id) end, told.is_told
      from alert_rules w join users u on u.id = w.created_by cross join lateral (select ${isLastTold} as is_told) as told
      where ${isTargetOf(sql`d.id`)} and ${isUsedKind(sql`w.capability`)}`,
    REPORT: sql`
      select 2, 'REPORT', w.id, 'Weekly report', '', jsonb_build_object('zone', w.zone), ${setBy}, ${isoTime(sql`w.created_at`)},
        false, ${isoTime(sql`w.last_sent_at`)}, true
      from report_mails w join users u on u.id = w.user_id where u.blocked_at is null and ${isTargetOf(sql`d.id`)}
        and ${isLocationUsed}`,
    ZONE: sql`
      select 3, 'ZONE', w.id, w.name, '', null::jsonb, ${setBy}, ${isoTime(sql`w.created_at`)}, false, null::text, false
      from zones w join users u on u.id = w.created_by where ${isActiveCreator} and ${isTargetOf(sql`d.id`)}
        and ${isLocationUsed}`,
  };
}

export const zoneWords = () => ({ purpose: watchWords('zone.purpose'), when: watchWords('zone.when') });

type Words = Pick<Watch, 'purpose' | 'what' | 'when' | 'until'>;

const words: { readonly [Kind in WatchKind]: (found: FoundWatch<Kind>) => Words } = {
  SCHEDULE: ({ purpose, facts: { title, timing } }) => ({
    purpose,
    what: retellRunTitle(title),
    // The end is a field of its own.
    when: timingWords({ ...timing, until: null }),
    until: timing.until ? new Date(timing.until).toISOString() : null,
  }),
  ALERT_RULE: ({ purpose, facts: { condition, zone, isGuarded } }) => ({
    purpose,
    what: conditionWords(condition, zone),
    when: isGuarded ? simpleConditionWords(condition, zone) : watchWords('alertWhen'),
    until: null,
  }),
  REPORT: ({ setBy, facts: { zone } }) => ({
    purpose: watchWords('report.purpose', { name: setBy }),
    what: watchWords('report.what'),
    when: watchWords('report.when', { zone }),
    until: null,
  }),
  ZONE: ({ name }) => ({ ...zoneWords(), what: watchWords('zone.what', { name }), until: null }),
};

/** Describes what watches a device in words. */
export function toWatch(found: FoundWatch): Watch {
  const { kind, id, name, setBy, setAt, paused, lastAt, isLastKnown } = found;
  const described = (words[kind] as (found: FoundWatch) => Words)(found);
  return { kind, id, name, ...described, setBy, setAt, paused, ...(isLastKnown && { lastAt }) };
}
