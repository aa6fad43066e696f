import { ownComponent } from 'headless-site/blocks';

/** Shows a block of `./own`, whose component is loaded here. */
export async function OwnSection<Props extends { block: { __typename: string } }>(props: Props) {
  const Component = await ownComponent<Props>(props.block.__typename);
  return Component ? <Component {...props} /> : null;
}
