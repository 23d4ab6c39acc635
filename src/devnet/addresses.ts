// Addresses that are the same on every chain of every devnet. Written out, so that the plugin's configuration needs no viem. Those of
// switchboards are in the table of their kinds.

export const devnetSocket = "0xAF12D521aC39B99BEcCCAC2EaBDDdEC09A822092"
export const devnetGatewaySocket = "0xaA327c91BA1e355fC7237565A10266DbA6255a00"
export const devnetFeesPlug = "0x77Ddd2Df0de7852939FfEF4316d9DeE17eBD3F30"
export const devnetFeeToken = "0x07608096fc5B13c18E758366E7484c6292543193"
/** Every route of the devnet's swap API calls this contract, and wants no other one approved. */
export const devnetSwapRouter = "0xbf2BE8f57812Bc6eF74B2F6af6e2Bb619B7D4b75"

// Addresses that are the same on the gateway chain of every devnet.

export const devnetAddressResolver = "0x702c50DF1aa6c42692566D1A95498d8B60158674"
export const devnetWatcher = "0xe8C2FEfaaF1D8B9b8949Ce575668FF94a7719c92"
export const devnetFeesManager = "0x80051791Eea22c1428c6d3f67098B7C808F6dF83"
export const devnetAsyncDeployer = "0xF5e2eD5c581a4dB549698c0bC4A2cf060f4cb715"
export const devnetForwarderBeacon = "0x3d3E23a22F77f056244954B1A344aF7222E8F977"

/** Whether an address, in any case, is that of the socket of every devnet. */
export function isDevnetSocket(socket: string | undefined): boolean {
  return socket?.toLowerCase() === devnetSocket.toLowerCase()
}
