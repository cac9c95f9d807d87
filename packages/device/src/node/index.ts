/** The device client on Node, for real devices: nothing of the simulator, no image library. */
export { openDiskFile, openHandle } from './disk-file.ts';
export * from './node-device.ts';
export * from './ws-socket.ts';
