export * from './core/device-client.ts';
export * from './core/handlers.ts';
export * from './core/join.ts';
export * from './simulator/fleet.ts';
export * from './simulator/phone-plan.ts';
export * from './simulator/phone.ts';
export * from './simulator/state-file.ts';
export * from './core/fake/random.ts';
export { fakeActs, fakeCollectors } from './registry.ts';
