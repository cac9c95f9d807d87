/** Whether browsers keep passkeys for this page's address: one with a name, over TLS or on this machine. */
export function isPlaceForPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}
