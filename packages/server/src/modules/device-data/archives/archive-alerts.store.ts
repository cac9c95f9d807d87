import { sql } from 'kysely';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import { byName, partOf, type ArchivePart } from './archive-part.ts';

/** The parts of an archive about alert rules: in which zones they know a device to be, and which alerts fired for it. */
export const alertParts: readonly ArchivePart[] = [
  partOf('alert-rules', 'alert_rules', {
    shown: { chapter: 'watching', columns: ['name', 'condition', 'purpose', 'set_by', 'set_at', 'told', 'on'] },
    tables: ['alert_rules', 'alert_recipients'],
    from: sql`devices t join alert_rules w on true join users u on u.id = w.created_by`,
    after: sql`w.id`,
    where: (deviceId) => sql`t.id = ${deviceId} and ${isTargetOf(sql`t.id`)}`,
    row: sql`jsonb_build_object('name', w.name, 'purpose', w.purpose, 'condition', w.condition, 'set_at', w.created_at, 'on', w.is_on,
      'told', (select jsonb_agg(r.username order by r.username) from alert_recipients ar join users r on r.id = ar.user_id
        where ar.rule_id = w.id)) || ${byName('set_by')}`,
  }),
  partOf('alerts', 'alerts', {
    shown: { chapter: 'watching', columns: ['began_at', 'ended_at', 'rule_name', 'words', 'readers'] },
    tables: ['alerts', 'alert_readers'],
    // What was told of one capability must not reach an admin when it is no longer shared.
    personOnly: true,
    row: sql`to_jsonb(t) - 'device_id' - 'rule_id' - 'acknowledged_by' || jsonb_build_object('readers', (
      select jsonb_agg(r.username order by r.username) from alert_readers ar join users r on r.id = ar.user_id
      where ar.alert_id = t.id))`,
  }),
  partOf('zone-presence', 'zone_presence', {
    shown: { chapter: 'watching', columns: ['zone', 'inside', 'since'] },
    tables: ['zone_presence', 'alert_positions'],
    capability: 'LOCATION',
    from: sql`zone_presence t join zones z on z.id = t.zone_id`,
    after: sql`t.zone_id`,
    row: sql`jsonb_build_object('zone', z.name, 'inside', t.inside, 'since', t.since, 'evaluated', (
      select jsonb_build_object('point_at', m.point_at, 'evaluated_at', m.evaluated_at) from alert_positions m
      where m.device_id = t.device_id))`,
  }),
  partOf('app-changes', 'app_changes', {
    shown: { chapter: 'watching', columns: ['changed_at', 'name', 'package_name', 'gone'] },
    capability: 'APPS',
  }),
];
