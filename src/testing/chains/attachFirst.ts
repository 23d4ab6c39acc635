import type { OpenChainsFunction, OpenChainsOptions } from "../../devnet/chain/chains.js"

/** Takes hold of the provider of each chain that another function opens, before anything that the caller attaches does. */
export function attachFirst(
  open: OpenChainsFunction,
  attach: NonNullable<OpenChainsOptions["attach"]>,
): OpenChainsFunction {
  return (chainsToOpen, options = {}) =>
    open(chainsToOpen, {
      ...options,
      attach(name, provider) {
        attach(name, provider)
        options.attach?.(name, provider)
      },
    })
}
