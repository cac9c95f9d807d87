import type { FeaturePermission, SignInAlert } from '@fairwatch/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of accounts. Generated from the schema: `migrations/README.md` says how. */
export interface AccountsTables {
  attempt_limits: { subject: string; failures: number; window_ends_at: Date };
  feature_access: {
    id: GeneratedAlways<number>;
    user_id: number;
    feature_permission: FeaturePermission;
    feature_access: 'NO_ACCESS' | 'READ_ONLY' | 'FULL_ACCESS';
  };
  invitation_groups: { invitation_id: number; group_id: number };
  invitations: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    mailed: boolean;
    name: string;
    email: string | null;
    template: string;
    invited_by: number;
    days: number;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    ended_how: 'ACCEPTED' | 'REVOKED' | null;
  };
  passkey_challenges: { challenge_hash: Buffer; session_hash: Buffer | null; expires_at: Date };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    rp_id: string;
    name: string;
    backed_up: boolean;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  profile_pictures: { user_id: number; address: string; bytes: Buffer; changed_at: Generated<Date> };
  recovery_codes: { user_id: number; code_hash: Buffer };
  saved_views: {
    user_id: number;
    list: string;
    name: string;
    search: string;
    hidden: string[];
    saved_at: Generated<Date>;
  };
  sessions: {
    token_hash: Buffer;
    user_id: number;
    remembered: boolean;
    address: string;
    user_agent: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    expires_at: Date;
    id: GeneratedAlways<number>;
  };
  sign_in_alerts: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: SignInAlert['kind'];
    actor_name: string;
    created_at: Generated<Date>;
  };
  two_factor: { user_id: number; sealed_secret: Buffer; enabled_at: Date | null; last_step: Generated<number> };
  users: {
    id: GeneratedAlways<number>;
    username: string;
    email: string | null;
    phone_number: string | null;
    nickname: Generated<string>;
    user_type: 'ADMIN' | 'USER' | 'GUEST';
    admin_role: 'NON_ADMIN' | 'PENDING' | 'ADMIN' | 'SUPER_ADMIN';
    password_hash: string | null;
    custom_sidebar: number | null;
    created_at: Generated<Date>;
    contact_info: GeneratedAlways<string>;
    reports_to: number | null;
    blocked_at: Date | null;
    blocked_by_role: 'ADMIN' | 'SUPER_ADMIN' | null;
    display_name: Generated<string>;
    search_text: GeneratedAlways<string>;
    language: string | null;
  };
  usual_addresses: { user_id: number; address_hash: Buffer; last_used_at: Generated<Date> };
  verifications: {
    email_hash: Buffer;
    code_hash: Buffer;
    tries: Generated<number>;
    expires_at: Date;
    usual_tries: Generated<number>;
  };
}
