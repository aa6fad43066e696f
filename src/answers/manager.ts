import type { PackageManager } from './answers';

/** npm runs a script with `run`; so does bun, whose `bun test` is its own test runner. */
export function scriptCommand(manager: PackageManager, script: string): string {
  const run = manager === 'npm' || manager === 'bun' ? 'run ' : '';
  return `${manager} ${script === 'install' ? '' : run}${script}`;
}

/** Commands that start this program again. Yarn 1 has no `dlx`, and npx comes with Node. */
const runners: Record<PackageManager, { manager: PackageManager; run: string }> = {
  npm: { manager: 'npm', run: 'npx' },
  pnpm: { manager: 'pnpm', run: 'pnpm dlx' },
  yarn: { manager: 'npm', run: 'npx' },
  bun: { manager: 'bun', run: 'bunx' },
};

export function toolCommand(manager: PackageManager = 'npm'): string {
  return `${runners[manager].run} create-headless-site`;
}

/** The package manager that the program will see when it is started like that. */
export function managerBehind(manager: PackageManager = 'npm'): PackageManager {
  return runners[manager].manager;
}
