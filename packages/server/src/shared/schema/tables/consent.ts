import type { AccessLevel, Capability, FeaturePermission, LegalBasis, Purpose } from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of consent. Generated from the schema: `migrations/README.md` says how. */
export interface ConsentTables {
  approvals: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    action: 'READ' | 'COMMAND';
    permissions: FeaturePermission[];
    level: AccessLevel;
    asked_by: number;
    reason: string | null;
    state: Generated<'PENDING' | 'AGREED' | 'DECLINED' | 'EXPIRED'>;
    asked_at: Generated<Date>;
    expires_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    holds_until: Date | null;
  };
  consent_requests: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    asked_by: number;
    asked_at: Generated<Date>;
    answered_at: Date | null;
    answer: 'GRANTED' | 'DECLINED' | 'WITHDRAWN' | null;
    reason: string | null;
    at_joining: Generated<boolean>;
    seen_at: Date | null;
  };
  consents: {
    id: GeneratedAlways<number>;
    device_id: number;
    person: string;
    notice_version: number;
    notice_hash: string;
    language: string;
    capabilities: Capability[];
    how: string;
    recorded_at: Generated<Date>;
    purpose: Generated<Purpose>;
    purpose_text: Generated<string>;
    legal_basis: Generated<LegalBasis>;
    guardian: string | null;
    review_on: ColumnType<Date | null, string | null, string | null>;
  };
  given_reasons: {
    user_id: number;
    device_id: number;
    reason: string;
    given_at: Generated<Date>;
    expires_at: Date;
    capability: Capability;
    id: GeneratedAlways<number>;
  };
}
