/** A device client to write others with, and what tests of the server play phones with. */
export * from './core/archive.ts';
export * from './core/capture.ts';
export type { Vitals } from './core/connection.ts';
export * from './core/device-client.ts';
export * from './core/disk-file.ts';
export * from './core/fake/random.ts';
export * from './core/handlers.ts';
export * from './core/inbox.ts';
export * from './core/join.ts';
export * from './core/shared-folder.ts';
export * from './core/ticket-files.ts';
export * from './core/tickets.ts';
export * from './core/unsaid.ts';
export * from './core/upload-file.ts';
export * from './core/upload-refused.ts';
export * from './features/files/memory-folder.ts';
export * from './simulator/phone-plan.ts';
export { fakeCollectors } from './registry.ts';
