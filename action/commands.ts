/** The words after `hardhat` of each check. */
export const commands: Readonly<Record<string, readonly string[]>> = {
  tests: ["test"],
  lint: ["plugs", "lint"],
  wiring: ["messaging", "wire", "--check"],
  trust: ["plugs", "trust", "--check"],
}
