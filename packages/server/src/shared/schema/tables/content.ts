import type { Capability } from '@fairwatch/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of content. Generated from the schema: `migrations/README.md` says how. */
export interface ContentTables {
  admin_uploads: {
    id: string;
    admin_id: number;
    device_id: number | null;
    capability: Capability | null;
    sha256: string;
    size: number;
    created_at: Generated<Date>;
  };
  blobs: {
    sha256: string;
    size: number;
    mime_type: string;
    thumbnail: boolean;
    stored_at: Generated<Date>;
    loose: Generated<boolean>;
    touched_at: Date | null;
    stored_as: string;
  };
  cdn_files: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    sha256: string;
    path: string;
    command_id: number;
    requested_by: number;
    stored_at: Generated<Date>;
  };
  condemned_blobs: { stored_as: string; due_at: Generated<Date>; deleted_at: Date | null };
  device_blobs: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    sha256: string;
    command_id: number;
    received_at: Generated<Date>;
  };
  static_files: {
    id: GeneratedAlways<number>;
    kind: 'APP' | 'DOCUMENT';
    name: string;
    sha256: string;
    address: string;
    package_name: string | null;
    version_name: string | null;
    version_code: number | null;
    updated_by: number;
    updated_at: Generated<Date>;
  };
  upload_parts: { upload_id: string; start: number; size: number; key: string };
  uploaded_files: {
    id: Generated<number>;
    device_id: number;
    capability: Capability;
    sha256: string;
    name: string;
    uploaded_by: number;
    received_at: Generated<Date>;
  };
  uploads: {
    id: string;
    device_id: number;
    command_id: number;
    capability: Capability;
    sha256: string;
    size: number;
    mime_type: string;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
}
