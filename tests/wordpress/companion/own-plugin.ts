import { randomUUID } from 'node:crypto';
import type { WordPress } from '../server';

/**
 * Activates a plugin of the site's owner, until the function that comes back is called.
 * @param code PHP without `<?php`
 */
export async function ownPlugin(wordpress: WordPress, code: string): Promise<() => Promise<void>> {
  // A name of its own: PHP keeps compiled files by name for a while.
  const file = `own-${randomUUID()}.php`;
  const php = Buffer.from(`<?php\n/* Plugin Name: ${file} */\n${code}`).toString('base64');
  // The companion would tell the site; these tests are about other changes, and see their own requests only.
  const unheard = `remove_all_actions('update_option_active_plugins');`;
  const look = `class_exists('HeadlessSiteCompanion\\\\Revalidation\\\\InstalledVersions') && HeadlessSiteCompanion\\Revalidation\\InstalledVersions::has_changed();`;
  const change = (list: string) =>
    wordpress.php<void>(
      `${unheard} $all = get_option('active_plugins'); update_option('active_plugins', ${list}); ${look}`,
    );
  await wordpress.php(`file_put_contents(WP_PLUGIN_DIR . '/${file}', base64_decode('${php}'));`);
  await change(`array_merge($all, ['${file}'])`);
  return () => change(`array_values(array_diff($all, ['${file}']))`);
}
