import { applicationPassword } from '../wordpress/companion/session';
import type { WordPress } from '../wordpress/server';

/** Creates or changes something by REST, as the block editor does. */
export type Rest = (at: string, body: object) => Promise<{ id: number; slug: string }>;

/** @returns a function that throws where WordPress refuses */
export async function restOf(wordpress: WordPress): Promise<Rest> {
  const authorization = await applicationPassword(wordpress);
  return async (at, body) => {
    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/${at}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number; slug: string };
  };
}
