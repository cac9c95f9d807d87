/**
 * Returns the permissions that Termux:API lacks, by what it prints: "Please grant the following permissions to use this command:
 * android.permission.READ_SMS ,android.permission.READ_CONTACTS". Null when the text is not about permissions.
 */
export function parseMissingPermissions(text: string): string[] | null {
  const start = text.slice(0, 10_000);
  if (!/grant/i.test(start)) return null;
  return [...new Set(start.match(/android\.permission\.[A-Z_]{1,100}/g))];
}
