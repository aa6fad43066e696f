/**
 * Whether a version follows another one, by the rules of semantic versioning; a pre-release comes before its release, and
 * numbers that are left out are 0.
 */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [parts(version), parts(than)];
  const index = a.numbers.findIndex((number, at) => number !== b.numbers[at]);
  if (index >= 0) return (a.numbers[index] ?? 0) > (b.numbers[index] ?? 0);
  if (!a.preRelease || !b.preRelease) return Boolean(b.preRelease) && !a.preRelease;
  return a.preRelease.localeCompare(b.preRelease, 'en', { numeric: true }) > 0;
}

function parts(version: string): { numbers: number[]; preRelease: string } {
  const [, major, minor, patch, preRelease = ''] =
    /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([^+]*))?/.exec(version) ?? [];
  return { numbers: [major, minor, patch].map((number) => Number(number ?? 0)), preRelease };
}
