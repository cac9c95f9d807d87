/**
 * True when browsers support passkeys at this page's address, which needs a host name and a secure context. The prerendered sign-in
 * form always contains the button, and before-paint.js hides it where this is false.
 */
export function isPlaceForPasskeys(): boolean {
  if (typeof location === 'undefined') return true;
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}
