// A separate file, so that the cipher is loaded lazily, and only when the server encrypts.
export { openPayloadCipher } from '@fairwatch/contract';
