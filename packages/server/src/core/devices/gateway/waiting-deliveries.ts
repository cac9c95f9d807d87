/** Commands that wait for the sharing hours of their device to begin. */
export interface WaitingDeliveries {
  /** Delivers to a device again at this moment. The command may have expired by then. */
  hold(deviceId: number, until: Date): null;
  /** Delivers where the hours have begun. To be called about once a second. */
  release(now: number): void;
}

export function createWaitingDeliveries(deliver: (deviceId: number) => void): WaitingDeliveries {
  const beginnings = new Map<number, number>();
  return {
    hold(deviceId, until) {
      beginnings.set(deviceId, until.getTime());
      return null;
    },
    release(now) {
      for (const [deviceId, begins] of beginnings) {
        if (begins > now) continue;
        beginnings.delete(deviceId);
        deliver(deviceId);
      }
    },
  };
}
