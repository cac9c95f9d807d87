import { AuditTable, useAuditLog } from '../../core/audit/audit-table.tsx';

/** Who did what to this device, and when. */
export function DeviceLog({ deviceId }: { deviceId: number }) {
  return <AuditTable list={useAuditLog(deviceId)} deviceId={deviceId} />;
}
