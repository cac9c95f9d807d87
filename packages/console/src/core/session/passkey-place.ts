/**
 * Whether browsers keep passkeys for this page's address: one with a name, over TLS or on this machine. The build, which draws
 * the sign-in form for everybody, draws the button too, and before-paint.js hides it.
 */
export function isPlaceForPasskeys(): boolean {
  if (typeof location === 'undefined') return true;
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}
