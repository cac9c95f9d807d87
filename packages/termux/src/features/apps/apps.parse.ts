/** An installed package as `pm list packages` prints it. */
export interface PrintedPackage {
  packageName: string;
  /** The version code; `pm` does not know the version's name. Empty when it is not printed. */
  version: string;
  /** The file of the package; null when it is not printed. */
  path: string | null;
}

const packagesAtMost = 10_000;
/** The path may contain equals signs, so that the last one ends it. */
const pattern = /^package:(?:(\/\S{1,1000})=)?([A-Za-z][\w.]{0,199})(?:\s+versionCode:(\d{1,20})(?:,\d+)*)?(?:\s.*)?$/;

/** Parses lines such as `package:/data/app/~~Xy==/com.example-1==/base.apk=com.example versionCode:42`. Other lines are skipped. */
export function parsePackages(output: string): PrintedPackage[] {
  return output.split('\n', packagesAtMost).flatMap((line) => {
    const found = pattern.exec(line.trim());
    if (!found) return [];
    const [, path = null, packageName = '', version = ''] = found;
    return [{ packageName, version, path }];
  });
}
