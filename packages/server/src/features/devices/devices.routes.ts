import { cancelCommand, deviceList, deviceSummary, nonFinalCommands, renameDevice } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { cancelRequested } from '../../core/devices/cancel-command.ts';
import { listOpenCommands } from '../../core/devices/commands.store.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { findDevice, listDevices } from './devices.store.ts';
import { rename } from './rename-device.ts';

export function devicesRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(deviceList, ({ scope, input }) => listDevices(db, scope, input)),
    handle(deviceSummary, async ({ scope, input }) => {
      const device = await findDevice(db, scope, input.deviceId);
      if (!device) throw new AppError('device_not_found');
      return device;
    }),
    handle(nonFinalCommands, ({ scope, input }) => listOpenCommands(db, scope, input.deviceId)),
    handle(cancelCommand, ({ session, scope, input }) => cancelRequested(services, session, scope, input)),
    handle(renameDevice, (call) => rename(services, call)),
  ];
}
