import type { ReactNode } from 'react';
import { ownTable } from '@/lib/blocks/own-table';

/** Shows a block of `./own`, whose component is loaded here. */
export async function OwnSection<Props extends { block: { __typename: string } }>(props: Props) {
  // The list was checked: the component takes just this block.
  const Component = (await ownTable.get(props.block.__typename)?.component()) as
    | ((props: Props) => ReactNode)
    | undefined;
  return Component ? <Component {...props} /> : null;
}
