import type { DevnetSwitchboardKind } from "../../../messaging/switchboardKinds.js"

/** How plugs are connected. */
export type ConnectOptions<Chain extends string = string> = {
  /** The kind of switchboard for both directions. Default: `"FAST"` where the path has one. */
  readonly switchboard?: DevnetSwitchboardKind | undefined
  /**
   * The function that connects a plug which does not inherit `Plug.sol`: its name, or its signature if the parameters' names do not say
   * what they are. One for all plugs, or one for each chain. Default: `"connect"`.
   *
   * @example
   * world.deployConnected("OtherPlug", args, { connectBy: "setSocketConfig" })
   */
  readonly connectBy?: string | { readonly [Name in Chain]?: string } | undefined
}
