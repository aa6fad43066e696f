import { execa } from 'execa';

/** Opens an address in the browser of this machine, where there is one. Never fails: the address is printed anyway. */
export async function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const opener = openerOf(env);
  if (!opener) return;
  const [command, ...args] = opener;
  await execa(command, [...args, url], { stdio: 'ignore', timeout: 10_000, cleanup: false }).catch(() => {});
}

function openerOf(
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | undefined {
  // As many tools do; `none` is for machines without a screen.
  if (env.BROWSER) return env.BROWSER === 'none' ? undefined : [env.BROWSER];
  if (process.platform === 'darwin') return ['open'];
  // `start` is a command of cmd, to which `&` ends one; this program takes the address as it is.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
