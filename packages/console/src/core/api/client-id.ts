/** A random UUID. `crypto.randomUUID` needs HTTPS, and a console in a local network often runs without. */
export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 4 marks a random UUID; the variant digit is fixed to 8.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
