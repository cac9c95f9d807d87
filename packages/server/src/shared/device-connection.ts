import type { Language } from '@fairwatch/contract';

/** A connection of a device to this server, by which what came over it is fenced. */
export interface DeviceConnection {
  deviceId: number;
  /** The value of `devices.connection_epoch` when the device connected. It is another one once another server has taken the device over. */
  epoch: number;
  /** In which language its person reads; English where its client does not say. */
  language?: Language;
}

/**
 * The device has connected to another server since, which may have stored something newer: what this server still has of the older
 * connection must not be written. The device repeats it over the newer one.
 */
export class DeviceMoved extends Error {
  constructor() {
    super('The device is connected to another server.');
    this.name = 'DeviceMoved';
  }
}
