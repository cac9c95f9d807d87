// A file of its own, so that only browsers of servers that encrypt ever load the cipher.
export { openPayloadCipher } from '@fairwatch/contract';
