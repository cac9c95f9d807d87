/** How the gateway is doing. */
export interface GatewayFigures {
  sockets: number;
  /** Devices that are online here. */
  online: number;
  /** Devices with large frames that wait to be handled. */
  frameQueue: number;
  /** Hellos of suspicious addresses that wait. */
  helloQueue: number;
  /** Bytes of answers that are not stored yet. */
  staged: { memory: number; disk: number };
}
