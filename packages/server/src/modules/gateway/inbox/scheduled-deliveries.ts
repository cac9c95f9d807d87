/** Schedules deliveries for when the sharing hours of a device begin. */
export interface ScheduledDeliveries {
  /**
   * Plans to deliver to a device once `until` has passed. Whether the command is still open is looked up then, since it may have expired.
   * Always returns null, which means to its caller that there is nothing to deliver now.
   */
  schedule(deviceId: number, until: Date): null;
  /** Delivers where the hours have begun. Call it about once a second. */
  deliverDue(now: number): void;
}

export function createScheduledDeliveries(deliver: (deviceId: number) => void): ScheduledDeliveries {
  const beginnings = new Map<number, number>();
  return {
    schedule(deviceId, until) {
      beginnings.set(deviceId, until.getTime());
      return null;
    },
    deliverDue(now) {
      for (const [deviceId, begins] of beginnings) {
        if (begins > now) continue;
        beginnings.delete(deviceId);
        deliver(deviceId);
      }
    },
  };
}
