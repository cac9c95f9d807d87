import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of tickets. Generated from the schema: `migrations/README.md` says how. */
export interface TicketsTables {
  ticket_messages: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    client_id: string;
    sender: 'ADMIN' | 'USER';
    author_id: number;
    kind: 'TEXT' | 'VOICE' | 'FILE';
    text: string;
    sha256: string | null;
    file_name: string | null;
    mime_type: string | null;
    duration_ms: number | null;
    peaks: number[] | null;
    sent_at: Generated<Date>;
    read_at: Date | null;
  };
  tickets: {
    id: GeneratedAlways<number>;
    client_id: string;
    opened_by: number;
    device_id: number | null;
    title: string;
    description: string;
    category: 'SUPPORT' | 'VPN_ISSUE' | 'REGISTRATION' | 'GENERAL' | 'BILLING' | 'OTHER' | 'MY_PHONE' | 'LOST';
    priority: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
    status: Generated<'OPEN' | 'IN_PROGRESS' | 'ANSWERED' | 'CLOSED' | 'CANCELLED'>;
    version: Generated<number>;
    changed_by: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    finished_at: Date | null;
    message_count: Generated<number>;
    last_message_id: number | null;
    last_answer_id: Generated<number>;
    received_up_to: Generated<number>;
    received_version: Generated<number>;
    unread_by_admins: Generated<number>;
    unread_by_user: Generated<number>;
    search_text: string;
    priority_rank: GeneratedAlways<number>;
    status_rank: GeneratedAlways<number>;
    ongoing: GeneratedAlways<boolean>;
  };
}
