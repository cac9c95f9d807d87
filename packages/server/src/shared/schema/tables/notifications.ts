import type { NotificationKind } from '@fairwatch/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of notifications. Generated from the schema: `migrations/README.md` says how. */
export interface NotificationsTables {
  notification_mails: { user_id: number; attempted_at: Date };
  notification_settings: { user_id: number; kind: NotificationKind; channel: 'MAIL' | 'NONE' };
  notifications: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: string;
    title: string;
    message: string;
    link: Generated<string>;
    device_id: number | null;
    count: Generated<number>;
    created_at: Generated<Date>;
    read_at: Date | null;
    group_id: Generated<number>;
    mail_due: Generated<boolean>;
    tells: string | null;
    device_ids: number[] | null;
  };
  push_notifications: {
    id: GeneratedAlways<number>;
    device_id: number;
    type: 'INFO' | 'WARNING' | 'ALERT';
    title: string;
    message: string;
    sent_by: number;
    status: Generated<'QUEUED' | 'DELIVERED' | 'SEEN' | 'DISMISSED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    created_at: Generated<Date>;
    expires_at: Date;
    delivered_at: Date | null;
    seen_at: Date | null;
    dismissed_at: Date | null;
    language: string | null;
  };
}
