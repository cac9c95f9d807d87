/** The device client on Node, the simulated phones, and what tests of the server play phones with. */
export * from './core/index.ts';
export * from './fake/random.ts';
export * from './features/files/memory-folder.ts';
export * from './node/disk-file.ts';
export * from './node/node-device.ts';
export * from './node/ws-socket.ts';
export * from './simulator/plan/phone-plan.ts';
export { fakeCollectors } from './registry.ts';
