/** Parses what `getprop` prints: `[ro.product.model]: [Pixel 8]`, one per line. A value may contain line breaks. */
export function parseProperties(output: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const [, name = '', value = ''] of output.matchAll(/^\[([^\]\n]{1,200})\]: \[([\s\S]{0,4000}?)\]\r?$/gm)) {
    properties.set(name, value.trim());
  }
  return properties;
}
